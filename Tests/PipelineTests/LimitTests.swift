import JSONTree
import Testing

@testable import Pipeline

/// What a target with limits takes, and what not (facts 2.2).
@Suite struct LimitTests {
  private func measured(
    _ path: String, _ data: String, types: String = "", _ limits: TargetLimits = .firestore
  ) -> LimitCheck {
    var check = LimitCheck(limits)
    Array(path.utf8).withBytes { path in
      Array(data.utf8).withBytes { data in
        Array(types.utf8).withBytes { types in
          check.measure(data, types: types, of: DocumentName(path: path))
        }
      }
    }
    return check
  }

  private func size(_ data: String, types: String = "") -> Int {
    // `s/d`: 2 + 2 + 16, and 32 for the document.
    measured("s/d", data, types: types).size - 52
  }

  private func faults(
    _ data: String, types: String = "", _ limits: TargetLimits = .firestore
  ) -> [String] {
    measured("s/d", data, types: types, limits).faults.map { "\($0.code.rawValue) \($0.field)" }
  }

  private func nameSize(_ path: String) -> Int {
    Array(path.utf8).withBytes { DocumentName(path: $0).size }
  }

  private func nameFaults(_ path: String) -> [Code] {
    Array(path.utf8).withBytes { DocumentName(path: $0).faults(.firestore) }.map(\.code)
  }

  // MARK: Sizes

  @Test func `gives the document of the documentation 147 bytes`() {
    let path = "users/jeff/tasks/my_task_id"
    #expect(nameSize(path) == 44)
    let check = measured(
      path,
      #"{"type":"Personal","done":false,"priority":1,"description":"Learn Cloud Firestore"}"#)
    #expect(check.size == 147)
    #expect(check.faults.isEmpty)
  }

  @Test(arguments: [0, 1, 7, 1000])
  func `gives a document of one text its bytes and 55`(_ count: Int) {
    let text = String(repeating: "x", count: count)
    #expect(measured("s/d", "{\"f\":\"\(text)\"}").size == count + 55)
  }

  @Test func `knows the size of every type`() {
    #expect(size("{}") == 0)
    #expect(size(#"{"a":null,"b":true,"c":false}"#) == 9)
    #expect(size(#"{"a":1,"b":-9223372036854775808,"c":1e+16,"d":0.5}"#) == 40)
    #expect(size(#"{"a":{"b":1}}"#) == 12)
    #expect(size(#"{"a":{}}"#) == 3)
    #expect(size(#"{"a":[]}"#) == 3)
    #expect(size(#"{"a":[{},{},[]]}"#) == 5)
    #expect(size(#"{"a":[1,"xyz",true]}"#) == 15)
    #expect(size(#"{"d":"2019-01-01T00:00:00Z"}"#, types: #""d":"timestamp""#) == 10)
    #expect(size(#"{"d":"2019-01-01T00:00:00Z"}"#) == 23)
    #expect(
      size(#"{"g":{"latitude":1.0,"longitude":2.0}}"#, types: #""g":"geopoint""#) == 18)
    #expect(size(#"{"g":{"latitude":1.0,"longitude":2.0}}"#) == 37)
    for (text, length) in [("", 0), ("AA==", 1), ("AAE=", 2), ("AAEC", 3), ("AAECAA==", 4)] {
      #expect(size("{\"b\":\"\(text)\"}", types: #""b":"bytes""#) == 2 + length)
    }
    #expect(size(#"{"r":"users/jeff"}"#, types: #""r":"reference""#) == 2 + 16 + 6 + 5)
    #expect(size(#"{"r":"users/__id7__"}"#, types: #""r":"reference""#) == 2 + 16 + 6 + 8)
    #expect(
      size(#"{"t":["a/b","a/b"],"u":"a/b"}"#, types: #""t.*":"reference""#) == 2 + 40 + 2 + 4)
  }

  @Test func `counts the bytes that a text stands for, not those of its escapes`() {
    #expect(size(#"{"t":"\"\\\n\u0000\u001f"}"#) == 8)
    #expect(size(#"{"\"\\":1}"#) == 11)
    #expect(size(#"{"é":"日本","😀":"e\u0301"}"#) == 3 + 7 + 5 + 4)
    // Texts that are not replant's own: other escapes, a pair of surrogates, and half of one.
    #expect(size(#"{"t":"\u00e9\/\ud83d\ude00\ud83d"}"#) == 2 + 2 + 1 + 4 + 3 + 1)
  }

  @Test func `is not led astray by what looks like the end of a text or a container`() {
    #expect(size(#"{"a":"}],\\","b":"\\\"","c":{"}":"{"}}"#) == (2 + 5) + (2 + 3) + (2 + 4))
  }

  @Test func `agrees with the formula on random documents`() {
    var random = RandomText(seed: 7)
    for _ in 0..<2000 {
      let (text, size) = random.map(depth: 4)
      #expect(self.size(text) == size, "\(text)")
    }
  }

  @Test func `refuses a document of 1048573 bytes and none of 1048572`() {
    let half = String(repeating: "x", count: 524_000)
    let rest = 1_048_572 - 52 - (2 + 524_001) - 3
    let data = { (extra: Int) in
      "{\"a\":\"\(half)\",\"b\":\"\(String(repeating: "y", count: rest + extra))\"}"
    }
    #expect(measured("s/d", data(0)).size == 1_048_572)
    #expect(faults(data(0)) == [])
    #expect(faults(data(1)) == ["size "])
    let message = measured("s/d", data(1)).faults[0].message
    #expect(message.contains("1 048 573 bytes"))
    #expect(message.contains("\"b\""))
    #expect(message.contains("`drop`"))
  }

  @Test func `refuses a value of 1048488 bytes and none of 1048487`() {
    let text = { String(repeating: "x", count: $0) }
    #expect(faults("{\"f\":\"\(text(1_048_487))\"}") == [])
    #expect(faults("{\"f\":\"\(text(1_048_488))\"}") == ["size f"])
    let coded = String(repeating: "AAEC", count: 349_496)
    #expect(faults("{\"f\":\"\(coded)\"}", types: #""f":"bytes""#) == ["size f"])
    #expect(faults("{\"f\":\"\(coded.dropLast(4))\"}", types: #""f":"bytes""#) == [])
  }

  // MARK: Form

  @Test func `takes 20 levels and not 21, an empty map being one and an empty list none`() {
    let nested = { (levels: Int, core: String) in
      "{\"f\":" + String(repeating: #"{"d":"#, count: levels) + core
        + String(repeating: "}", count: levels) + "}"
    }
    let deep = "depth f" + String(repeating: ".d", count: 20)
    #expect(faults(nested(20, "1")) == [])
    #expect(faults(nested(21, "1")) == [deep])
    #expect(faults(nested(19, "{}")) == [])
    #expect(faults(nested(20, "{}")) == [deep])
    #expect(faults(nested(20, "[]")) == [])
    #expect(faults(nested(20, "[1]")) == [deep])
    #expect(faults(nested(19, "[1]")) == [])
    #expect(faults(nested(900, "1")) == [deep])
  }

  @Test func `refuses a list in a list, once a field, and not one in a map in a list`() {
    #expect(
      faults(#"{"b":[["x"],["o"]],"c":[[[1]]],"d":[{"r":["x"]}]}"#) == [
        "nestedArray b.*", "nestedArray c.*",
      ])
    #expect(faults(#"{"b":[[]]}"#) == ["nestedArray b.*"])
    var limits = TargetLimits.firestore
    limits.nestedArrays = true
    #expect(faults(#"{"b":[["x"],["o"]]}"#, limits) == [])
  }

  @Test func `refuses names that are empty, reserved or too long`() {
    let name = { String(repeating: "n", count: $0) }
    #expect(faults("{\"\(name(1500))\":1}") == [])
    #expect(faults("{\"\(name(1501))\":1}") == ["fieldName " + name(1000) + "…"])
    #expect(faults(#"{"":1}"#) == ["fieldName "])
    #expect(faults(#"{"m":{"":1}}"#) == ["fieldName m."])
    #expect(faults(#"{"l":[{"__type__":1}]}"#) == ["fieldName l.*.__type__"])
    #expect(faults(#"{"____":1}"#) == ["fieldName ____"])
    #expect(faults(#"{"__":1,"___":1,"__a":1,"a__":1,"__half":1,"_":1}"#) == [])
  }

  @Test func `counts the names down to a field together`() {
    let name = { String(repeating: "n", count: $0) }
    #expect(faults("{\"m\":{\"\(name(1498))\":1}}") == [])
    #expect(faults("{\"m\":{\"\(name(1499))\":1}}").count == 1)
    #expect(faults("{\"m\":[{\"\(name(1498))\":1}]}") == [])
    // After it, names begin anew.
    #expect(faults("{\"m\":{\"\(name(1000))\":1},\"k\":{\"\(name(1000))\":1}}") == [])
  }

  @Test func `refuses ids that are reserved or too long, and names that are`() {
    let id = { String(repeating: "é", count: $0 / 2) }
    #expect(nameFaults("c/d") == [])
    #expect(nameFaults("c/__admin__") == [.idReserved])
    #expect(nameFaults("__c__/d") == [.idReserved])
    #expect(nameFaults("c/.") == [.idReserved])
    #expect(nameFaults("c/..") == [.idReserved])
    #expect(nameFaults("c/____") == [.idReserved])
    #expect(nameFaults("c/__id7__") == [.idReserved])
    #expect(nameFaults("c/__") == [])
    #expect(nameFaults("c/...") == [])
    #expect(nameFaults("c/" + id(1500)) == [])
    #expect(nameFaults("c/x" + id(1500)) == [.idTooLong])
    let pairs = { Array(repeating: "c/d", count: $0).joined(separator: "/") }
    #expect(nameFaults(pairs(100)) == [])
    #expect(nameFaults(pairs(101)) == [.pathTooLong])
    // 16 and 4 + 1501 + …: 6144 bytes.
    let long = ["c", id(1500), "c", id(1500), "c", id(1500), "c", id(1500)].joined(separator: "/")
    #expect(nameSize(long) == 6028)
    #expect(nameFaults(long + "/" + String(repeating: "k", count: 113) + "/d") == [])
    #expect(nameFaults(long + "/" + String(repeating: "k", count: 114) + "/d") == [.pathTooLong])
  }

  // MARK: Indexes

  @Test func `counts index entries`() {
    #expect(measured("s/d", #"{"a":1,"b":"x"}"#).indexEntries == 4)
    #expect(measured("s/d", #"{"m":{"a":1,"b":2}}"#).indexEntries == 6)
    #expect(measured("s/d", #"{"l":[1,2,3]}"#).indexEntries == 5)
    #expect(measured("s/d", #"{"l":[{"a":1,"b":[1]}]}"#).indexEntries == 3)
    #expect(measured("s/d", #"{"l":[]}"#).indexEntries == 2)
  }

  @Test func `names the fields whose text is cut in an index, in a list too but not below it`() {
    let text = { String(repeating: "x", count: $0) }
    let data =
      "{\"a\":\"\(text(1500))\",\"b\":\"\(text(1501))\",\"l\":[\"\(text(1501))\","
      + "{\"t\":\"\(text(1501))\"}]}"
    let names = measured("s/d", data).cutFields.map { String(decoding: $0, as: UTF8.self) }
    #expect(names == ["b", "l.*"])
  }
}

/// Random JSON objects, each with its size by the formula.
private struct RandomText {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  private mutating func below(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }

  mutating func map(depth: Int) -> (String, Int) {
    var members: [String] = []
    var size = 0
    for index in 0..<below(5) {
      let (name, bytes) = text()
      let (value, valueSize) = value(depth: depth)
      members.append("\"\(index)\(name)\":\(value)")
      size += bytes + 2 + valueSize
    }
    return ("{" + members.joined(separator: ",") + "}", size)
  }

  private mutating func value(depth: Int) -> (String, Int) {
    switch below(depth > 0 ? 6 : 3) {
    case 0: return (["1", "-2.5", "1e+20"][Int(below(3))], 8)
    case 1: return (["true", "false", "null"][Int(below(3))], 1)
    case 2:
      let (text, bytes) = text()
      return ("\"\(text)\"", bytes + 1)
    case 3, 4:
      let (text, size) = map(depth: depth - 1)
      return (text, text == "{}" ? 1 : size)
    default:
      let items = (0..<below(4)).map { _ in value(depth: depth - 1) }
      return (
        "[" + items.map(\.0).joined(separator: ",") + "]",
        items.isEmpty ? 1 : items.reduce(0) { $0 + $1.1 }
      )
    }
  }

  private mutating func text() -> (String, Int) {
    let parts = [
      ("a", 1), ("é", 2), ("日", 3), ("😀", 4), (#"\""#, 1), (#"\\"#, 1), (#"\n"#, 1),
      (#"\u0000"#, 1), ("}", 1), ("]", 1), (",", 1), ("{", 1), ("", 0),
    ]
    var text = ""
    var size = 0
    for _ in 0..<below(4) {
      let part = parts[Int(below(UInt64(parts.count)))]
      text += part.0
      size += part.1
    }
    return (text, size)
  }
}
