import JSONTree
import Testing

@testable import Pipeline

/// Every sentence about a limit of the target: what it is, and what to do.
@Suite struct LimitMessageTests {
  private static func run(
    _ export: String, mapping: String? = nil, _ limits: TargetLimits = .firestore
  ) throws -> Journey.Arrival {
    var journey = mapping.map { Journey($0, export) } ?? Journey.keep(export)
    journey.limits = limits
    return try journey.run()
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  private static let rename = ": give it another name in `fields`, or leave it out (`drop`)"

  private static let deep =
    String(repeating: #"{"d":"#, count: 21) + "1" + String(repeating: "}", count: 21)

  @Test(
    arguments: [
      (
        #""__x__":{"a":1}"#,
        "a document id is reserved in Firestore, which keeps `.`, `..` and `__…__` for itself: put a letter before it in `to`"
      ),
      (
        "\"\(text(1501))\":{\"a\":1}",
        "a document id has 1 501 bytes, and Firestore takes 1 500: shorten it in `to`, by `sha256` for example"
      ),
      (#""k":{"":1}"#, "the name of a field is empty, which Firestore refuses\(rename)"),
      (
        #""k":{"__y__":1}"#,
        "the name of a field is reserved: Firestore keeps `__…__` for itself\(rename)"
      ),
      (
        "\"k\":{\"\(text(1501))\":1}",
        "the name of a field has 1 501 bytes, and Firestore takes 1 500\(rename)"
      ),
      (
        "\"k\":{\"m\":{\"\(text(1499))\":1}}",
        "the names down to a nested field have 1 501 bytes together, and Firestore takes 1 500\(rename)"
      ),
      (
        "\"k\":{\"t\":\"\(text(1_048_488))\"}",
        "the value has 1 048 488 bytes, and Firestore takes 1 048 487 in one: shorten it, or leave the field out (`drop`)"
      ),
      (
        #""k":{"l":[[1]]}"#,
        "a list stands directly in a list, which Firestore refuses: set policy.nestedArray to \"map\" or \"string\", or leave the field out (`drop`)"
      ),
      (
        "\"k\":{\"f\":\(deep)}",
        "maps and lists nest more than 20 deep, which is all that Firestore takes: make a rule of its own for the inner part, or leave the field out (`drop`)"
      ),
      (
        "\"k\":{\"a\":\"\(text(600_000))\",\"b\":\"\(text(500_000))\"}",
        "the document has 1 100 058 bytes by the size formula, and Firestore takes 1 048 572; the largest field is \"a\": shorten it, make documents of its own of it, or leave it out (`drop`)"
      ),
    ] as [(String, String)])
  func `says which limit a record breaks, and what to do`(_ record: String, _ message: String)
    throws
  {
    let arrival = try Self.run("{\"c\":{\(record)}}")
    #expect(arrival.rejects.map(\.fault.message) == [message])
  }

  @Test func `says what is wrong with the whole name of a document`() throws {
    let mapping = { (to: String) in
      #"{name:"t",rules:[{from:"/c/{id}",to:"\#(to)",unknown:"keep",fields:{}}]}"#
    }
    let export = "{\"c\":{\"\(Self.text(1500))\":{\"a\":1}}}"
    let long = try Self.run(export, mapping: mapping("c/{id}/c/{id}/c/{id}/c/{id}/c/{id}"))
    #expect(
      long.rejects.map(\.fault.message) == [
        "the name of the document has 7 531 bytes, and Firestore takes 6 144: shorten its ids in `to`"
      ])
    let pairs = Array(repeating: "c/{id}", count: 101).joined(separator: "/")
    let segments = try Self.run(#"{"c":{"k":{"a":1}}}"#, mapping: mapping(pairs))
    #expect(
      segments.rejects.map(\.fault.message) == [
        "the path of the document has 202 segments, and Firestore takes 200: write to a path with fewer of them"
      ])
    let kind = try Self.run(#"{"c":{"__k__":{"a":1}}}"#, mapping: mapping("{= $key}/{= \\\"d\\\"}"))
    #expect(
      kind.rejects.map(\.fault.message) == [
        "a collection id is reserved in Firestore, which keeps `.`, `..` and `__…__` for itself: put a "
          + "letter before it in `to`"
      ])
  }

  @Test func `warns of indexes once a rule and field`() throws {
    let list = (0..<39_999).map { _ in "1" }.joined(separator: ",")
    let arrival = try Self.run(
      "{\"c\":{\"a\":{\"l\":[\(list)]},\"b\":{\"t\":\"\(Self.text(1501))\"}}}")
    #expect(
      arrival.report.warnings == [
        .init(
          code: "indexEntries",
          message:
            "rules[0]: documents with more than 40 000 index entries, or 8 388 608 bytes of them, which "
            + "Firestore refuses: exempt large maps and lists from indexing before the run"),
        .init(
          code: "indexedLength",
          message:
            "rules[0].fields.t: Firestore indexes the first 1 500 bytes of a value only; exempt the field "
            + "from indexing if nobody queries it"),
      ])
  }

  @Test(arguments: [
    ("-MPvEb-aaaaaaaaaa", 10..<60, "ids are push ids, which ascend with time"),
    ("k", 1_000..<2_000, "ids ascend in the order of writing"),
  ])
  func `warns of ids in sequence`(_ prefix: String, _ numbers: Range<Int>, _ reason: String) throws
  {
    let records = numbers.map { "\"\(prefix)0\($0)\":{\"v\":1}" }.joined(separator: ",")
    let arrival = try Self.run("{\"c\":{\(records)}}")
    #expect(
      arrival.report.warnings == [
        .init(
          code: "sequentialIds",
          message:
            "c: \(reason); Firestore takes about 500 writes a second of such ids, and new documents go on "
            + "to meet in one place. If that matters, hash the id in `to`: {= $key | sha256}",
          count: numbers.count)
      ])
  }
}
