import Testing

@testable import Pipeline

@Suite struct AdviceTests {
  @Test func `says of each code what it means and what can be done`() {
    let told = Code.allCases.map {
      "\($0.rawValue): \(Advice($0).meaning)\n  \(Advice($0).advice)\n"
    }
    #expect(told.joined() == golden)
  }

  @Test func `says what to write into a field, and nothing where that is no single line`() {
    var rule = Report.RuleReport(from: "/c/{id}", to: "c/{id}", joins: [], fields: ["a"])
    rule.expectations = [
      Expectation(field: "a", "[string]", [.type, .convert], type: .list(.string)),
      Expectation(field: "a", "required", [.missing]),
    ]
    func told(_ code: Code, _ field: String) -> String? {
      let group = Violations.Group(code: code, rule: 0, field: field, count: 1, samples: [])
      return Advice.mapping(of: group, ExpectationIndex(rule.expectations)).map {
        "\($0.words) \($0.mapping)"
      }
    }
    #expect(told(.missing, "a") == #"In the field, to let it be absent: type: "[string]""#)
    #expect(
      told(.convert, "a")
        == #"In the field, to leave such values out: type: "[string]", onError: "drop""#)
    #expect(told(.idEmpty, "") == nil)
    #expect(told(.unknownField, "b") == nil)
  }

  private let golden = #"""
    syntax: the record is no JSON
      The bytes at the place named are damaged. Export again, or repair the record by hand: it is in the rejects as `raw`, in base64.
    duplicateKey: a key or a record stands twice
      Which of the two counts? `policy: { duplicateKey: "last" }` takes the last; without it the record is set aside.
    invalidUnicode: a text is not valid UTF-8
      `policy: { invalidUnicode: "replace" }` puts a replacement character for each invalid part.
    numberRange: a number that the type cannot hold
      Declare the field as `string` and convert it, `| string`, or as `number`: there `policy: { bigNumber: "string" }` keeps all digits as text, and `"double"` rounds.
    notARecord: a single value where fields are read
      If such records are right, read them with `$value`; if they are strays, leave them out with a `where`, or move them in the source.
    missing: a required field is absent
      Is it really required? Without the `!` the field may be absent; `default` gives a value in its place; `??` in its expression takes it from elsewhere.
    type: a value of another type
      Declare the type that the data have, convert with a step (`| string`, `| integer`, `| millis`), or leave such values out: `onError: "drop"`.
    convert: an expression failed
      A step met a value that it cannot work on. `?? …` behind it gives another value, in `where`, `to` and joins as well; `onError: "drop"` leaves a field out.
    enum: a value that is not in the list
      Add it to `enum`, or bring spellings together first: `| lowercase`, `| lookup({…})`.
    pattern: a text that does not fit the pattern
      The pattern is searched for, not matched from end to end: `^` and `$` bind it. `| trim` removes blanks around.
    length: a text that is too long or too short
      Lengths count characters (Unicode scalars). Allow more, or leave it out: `onError: "drop"`.
    range: a number or time out of range
      For a time ask first whether its unit is right: `seconds` or `millis`. Else allow more, or `onError: "drop"`.
    items: a list with too many, too few or equal items
      `| distinct` removes repeated items, `| take(n)` keeps the first ones; with too few, `onError: "drop"` leaves the field out.
    format: a text of another format
      Correct the source, or leave `format` out if such texts are right.
    unknownField: a field that the mapping does not know
      `unknown: "reject"` asks for this. Map the field, name it in `drop`, or choose `unknown: "drop"` or `"keep"`.
    joinMissing: a joined part is not in the export
      `missing: "reject"` asks for this. With `missing: "null"` the record goes in without it.
    idEmpty: a document id is empty
      The id comes of `to`. Make it of other parts of the record, or of a hash: `{= $key | sha256}`.
    idReserved: a document id that the target keeps for itself
      The id comes of `to`. Make it of other parts of the record, or of a hash: `{= $key | sha256}`.
    idSlash: a document id has a slash
      The id comes of `to`. Make it of other parts of the record, or of a hash: `{= $key | sha256}`.
    idTooLong: a document id is too long
      The id comes of `to`. Make it of other parts of the record, or of a hash: `{= $key | sha256}`.
    idCollision: two records make one document
      Put another part of the record into `to`, so that ids differ. Where two rules make the document together, let both merge: `mode: "merge"`.
    pathTooLong: the path of a document is too long
      The id comes of `to`. Make it of other parts of the record, or of a hash: `{= $key | sha256}`.
    fieldName: the name of a field that the target refuses
      Give it another name in `fields`, or leave it out with `drop`.
    nestedArray: a list directly in a list
      `policy: { nestedArray: "map" }` makes a map of the inner list, `"string"` a text.
    depth: maps and lists too deep in one another
      Make documents of their own of the inner part, with a rule whose `from` leads there.
    size: the document or a value is too large
      Make documents of their own of its largest part, or leave it out with `drop`.

    """#
}
