/// What a code means, and what can be done about it: the same words in every format.
struct Advice {
  let meaning: String
  let advice: String

  private init(_ meaning: String, _ advice: String) {
    self.meaning = meaning
    self.advice = advice
  }

  init(_ code: Code) {
    self =
      switch code {
      case .syntax:
        Advice(
          "the record is no JSON",
          "The bytes at the place named are damaged. Export again, or repair the record by hand: it is in the rejects as `raw`, in base64."
        )
      case .duplicateKey:
        Advice(
          "a key or a record stands twice",
          "Which of the two counts? `policy: { duplicateKey: \"last\" }` takes the last; without it the record is set aside."
        )
      case .invalidUnicode:
        Advice(
          "a text is not valid UTF-8",
          "`policy: { invalidUnicode: \"replace\" }` puts a replacement character for each invalid part."
        )
      case .numberRange:
        Advice(
          "a number that the type cannot hold",
          "Declare the field as `string` and convert it, `| string`, or as `number`: there `policy: { bigNumber: \"string\" }` keeps all digits as text, and `\"double\"` rounds."
        )
      case .notARecord:
        Advice(
          "a single value where fields are read",
          "If such records are right, read them with `$value`; if they are strays, leave them out with a `where`, or move them in the source."
        )
      case .missing:
        Advice(
          "a required field is absent",
          "Is it really required? Without the `!` the field may be absent; `default` gives a value in its place; `??` in its expression takes it from elsewhere."
        )
      case .type:
        Advice(
          "a value of another type",
          "Declare the type that the data have, convert with a step (`| string`, `| integer`, `| millis`), or leave such values out: `onError: \"drop\"`."
        )
      case .convert:
        Advice(
          "an expression failed",
          "A step met a value that it cannot work on. `?? …` behind it gives another value, in `where`, `to` and joins as well; `onError: \"drop\"` leaves a field out."
        )
      case .enum:
        Advice(
          "a value that is not in the list",
          "Add it to `enum`, or bring spellings together first: `| lowercase`, `| lookup({…})`.")
      case .pattern:
        Advice(
          "a text that does not fit the pattern",
          "The pattern is searched for, not matched from end to end: `^` and `$` bind it. `| trim` removes blanks around."
        )
      case .length:
        Advice(
          "a text that is too long or too short",
          "Lengths count characters (Unicode scalars). Allow more, or leave it out: `onError: \"drop\"`."
        )
      case .range:
        Advice(
          "a number or time out of range",
          "For a time ask first whether its unit is right: `seconds` or `millis`. Else allow more, or `onError: \"drop\"`."
        )
      case .items:
        Advice(
          "a list with too many, too few or equal items",
          "`| distinct` removes repeated items, `| take(n)` keeps the first ones; with too few, `onError: \"drop\"` leaves the field out."
        )
      case .format:
        Advice(
          "a text of another format",
          "Correct the source, or leave `format` out if such texts are right.")
      case .unknownField:
        Advice(
          "a field that the mapping does not know",
          "`unknown: \"reject\"` asks for this. Map the field, name it in `drop`, or choose `unknown: \"drop\"` or `\"keep\"`."
        )
      case .joinMissing:
        Advice(
          "a joined part is not in the export",
          "`missing: \"reject\"` asks for this. With `missing: \"null\"` the record goes in without it."
        )
      case .idEmpty, .idSlash, .idReserved, .idTooLong, .pathTooLong:
        Advice(
          Self.meaning(ofID: code),
          "The id comes of `to`. Make it of other parts of the record, or of a hash: `{= $key | sha256}`."
        )
      case .idCollision:
        Advice(
          "two records make one document",
          "Put another part of the record into `to`, so that ids differ. Where two rules make the document together, let both merge: `mode: \"merge\"`."
        )
      case .fieldName:
        Advice(
          "the name of a field that the target refuses",
          "Give it another name in `fields`, or leave it out with `drop`.")
      case .nestedArray:
        Advice(
          "a list directly in a list",
          "`policy: { nestedArray: \"map\" }` makes a map of the inner list, `\"string\"` a text.")
      case .depth:
        Advice(
          "maps and lists too deep in one another",
          "Make documents of their own of the inner part, with a rule whose `from` leads there.")
      case .size:
        Advice(
          "the document or a value is too large",
          "Make documents of their own of its largest part, or leave it out with `drop`.")
      }
  }

  private static func meaning(ofID code: Code) -> String {
    switch code {
    case .idEmpty: "a document id is empty"
    case .idSlash: "a document id has a slash"
    case .idReserved: "a document id that the target keeps for itself"
    case .idTooLong: "a document id is too long"
    default: "the path of a document is too long"
    }
  }

  /// What to write into the field of a group to let its records in, where that can be said in one line.
  static func mapping(
    of group: Violations.Group, _ index: ExpectationIndex
  ) -> (words: String, mapping: String)? {
    let expectations = index.of(field: group.field)
    guard let type = expectations.lazy.compactMap(\.type).first else { return nil }
    let isRequired = expectations.contains { $0.codes == [.missing] }
    switch group.code {
    case .missing: return ("In the field, to let it be absent:", "type: \"\(type.text)\"")
    case .type, .convert, .enum, .pattern, .length, .range, .items, .format, .numberRange:
      let optional = isRequired ? "type: \"\(type.text)\", " : ""
      return ("In the field, to leave such values out:", optional + "onError: \"drop\"")
    default: return nil
    }
  }
}
