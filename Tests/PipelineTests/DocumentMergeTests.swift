import Testing

@testable import Pipeline

@Suite struct DocumentMergeTests {
  private func merge(
    _ given: String, into there: String, deep: Bool = false, types: (String, String) = ("", "")
  ) -> (data: String, types: String)? {
    let body = DocumentMerge.merge(
      DocumentBody(data: Array(given.utf8), types: Array(types.0.utf8)),
      into: DocumentBody(data: Array(there.utf8), types: Array(types.1.utf8)), isDeep: deep)
    return body.map {
      (String(decoding: $0.data, as: UTF8.self), String(decoding: $0.types, as: UTF8.self))
    }
  }

  @Test func `keeps the order that is there, and puts new fields behind in theirs`() {
    #expect(
      merge(#"{"z":1,"b":2,"a":3}"#, into: #"{"a":0,"k":[1,{"x":"}"}],"b":0}"#)?.data
        == #"{"a":3,"k":[1,{"x":"}"}],"b":2,"z":1}"#)
    #expect(merge("{}", into: #"{"a":1}"#) == nil)
    #expect(merge(#"{"a":1}"#, into: "{}")?.data == #"{"a":1}"#)
    #expect(merge("{}", into: "{}") == nil)
  }

  @Test func `says nothing has changed when nothing has`() {
    #expect(merge(#"{"b":2,"a":{"x":1}}"#, into: #" { "a" : {"x":1} , "b" : 2 , "c":3 } "#) == nil)
    #expect(merge(#"{"a":{"x":1}}"#, into: #"{"a":{"x":1,"y":2}}"#, deep: true) == nil)
    #expect(merge(#"{"a":{"x":1}}"#, into: #"{"a":{"x":1,"y":2}}"#)?.data == #"{"a":{"x":1}}"#)
    #expect(merge(#"{"a":{}}"#, into: #"{"a":{"x":1}}"#, deep: true) == nil)
    #expect(merge(#"{"a":{}}"#, into: #"{"a":5}"#, deep: true)?.data == #"{"a":{}}"#)
  }

  @Test func `compares keys by what they stand for, in bytes`() {
    #expect(merge(#"{"é":2}"#, into: #"{"\u00e9":1}"#)?.data == #"{"\u00e9":2}"#)
    // The other spelling of the same letter is another key.
    #expect(
      merge("{\"e\u{301}\":2}", into: "{\"\u{E9}\":1}")?.data == "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(
      merge(#"{"":1,"__proto__":2,"😀":3,"\\":4,"\"":5}"#, into: #"{"😀":0,"":0}"#)?.data
        == #"{"😀":3,"":1,"__proto__":2,"\\":4,"\"":5}"#)
  }

  @Test func `types go with their fields`() {
    let types = (
      #"{"b":"timestamp","c.*":"reference"}"#, #"{"a":"bytes","b":"reference","d.x":"bytes"}"#
    )
    let merged = merge(
      #"{"b":"B","c":["C"],"d":1}"#, into: #"{"a":"A","b":"0","d":{"x":"D"}}"#, types: types)
    #expect(merged?.types == #"{"a":"bytes","b":"timestamp","c.*":"reference"}"#)
    // A name that only begins the same is another field.
    #expect(
      merge(#"{"a":1}"#, into: #"{"ab":"x"}"#, types: ("", #"{"ab":"bytes"}"#))?.types
        == #"{"ab":"bytes"}"#)
    #expect(merge(#"{"a":"x"}"#, into: #"{"a":"x"}"#, types: ("", #"{"a":"bytes"}"#))?.types == "")
    #expect(
      merge(
        #"{"m":{"y":"2"}}"#, into: #"{"m":{"x":"1","y":"0"}}"#, deep: true,
        types: (#"{"m.y":"bytes"}"#, #"{"m.x":"timestamp","m.y":"timestamp"}"#))?.types
        == #"{"m.x":"timestamp","m.y":"bytes"}"#)
  }

  @Test func `a geo point is a value and no map`() {
    let point = #"{"latitude":1.0,"longitude":2.0}"#
    let notes = #"{"g":"geopoint"}"#
    #expect(
      merge("{\"g\":\(point)}", into: #"{"g":{"a":1}}"#, deep: true, types: (notes, ""))?.data
        == "{\"g\":\(point)}")
    let away = merge(#"{"g":{"a":1}}"#, into: "{\"g\":\(point)}", deep: true, types: ("", notes))
    #expect(away?.data == #"{"g":{"a":1}}"#)
    #expect(away?.types == "")
  }

  @Test func `merges maps a thousand deep`() {
    let nested = { (core: String) in
      String(repeating: #"{"d":"#, count: 1000) + core + String(repeating: "}", count: 1000)
    }
    #expect(
      merge(nested(#"{"b":2}"#), into: nested(#"{"a":1}"#), deep: true)?.data
        == nested(#"{"a":1,"b":2}"#))
  }

  @Test func `merging twice is merging once`() {
    var state: UInt64 = 3
    func below(_ limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
    func map(_ depth: Int) -> String {
      let members = (0..<4).filter { _ in below(2) == 0 }.map { index in
        "\"k\(index)\":"
          + (depth > 0 && below(2) == 0 ? map(depth - 1) : ["1", "\"x\"", "[{}]"][below(3)])
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    for _ in 0..<2000 {
      let (there, given, deep) = (map(3), map(3), below(2) == 0)
      let once = merge(given, into: there, deep: deep)?.data ?? there
      #expect(merge(given, into: once, deep: deep) == nil, "\(given) into \(there)")
      #expect(DocumentBody(data: Array(once.utf8)).isReadable)
    }
  }

  @Test func `knows what is an object`() {
    let isReadable = { (text: String) in DocumentBody(data: Array(text.utf8)).isReadable }
    for text in ["{}", " {\"a\" : [1]}\n"] { #expect(isReadable(text)) }
    for text in ["", "[]", "1", "null", "{", "{\"a\":}", "{}{}", "{\"a\":1", "\u{1}"] {
      #expect(!isReadable(text))
    }
  }

  @Test func `writes a line as a worker does`() {
    let body = DocumentBody(data: Array(#"{"a":1}"#.utf8))
    let line = String(decoding: body.line(path: Array("a/b\"/c/d\\".utf8)), as: UTF8.self)
    #expect(line == #"{"path":"a/b\"/c/d\\","id":"d\\","data":{"a":1}}"# + "\n")
  }
}
