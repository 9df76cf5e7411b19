import JSONTree
import Testing

@testable import Pipeline

/// Gives an export a few bytes at a time, to put every border everywhere.
final class Drip: ByteSource {
  private let bytes: [UInt8]
  private var next = 0
  private let step: Int

  init(_ text: String, step: Int) {
    bytes = Array(text.utf8)
    self.step = step
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(step, bytes.count - next, buffer.count)
    unsafe buffer.copyBytes(from: bytes[next..<next + count])
    next += count
    return count
  }
}

@Suite struct SplitTests {
  /// Offsets and values of the children of the root's `users`.
  private func children(of text: String, step: Int = 7) throws -> [String] {
    let tree = PathTree([Pattern(segments: [.literal(Array("users".utf8)), .capture("id")])])
    let walker = TreeWalker(Scanner(Drip(text, step: step), at: 0), tree)
    var found: [String] = []
    guard try walker.enter(0) else { return [] }
    while let event = try walker.next() {
      guard case .child(let node) = event else { continue }
      guard let node else {
        try walker.skip()
        continue
      }
      if tree.nodes[node].completed.isEmpty {
        if try !walker.enter(node) { try walker.skip() }
        continue
      }
      let value = ByteBuffer()
      let offset = walker.childOffset
      try walker.skip(copyingTo: value)
      found.append("\(walker.path.bytes.text)@\(offset)=\(value.bytes.text)")
    }
    return found
  }

  /// A scanner holds 256 KB: what begins before that border and ends behind it is read in two parts.
  @Test(arguments: ["plain", "\\u00e9", "é", "a\\\"b"])
  func `reads keys and values across the end of the buffer`(_ name: String) throws {
    let border = 256 * 1024
    let record = #""k-\#(name)-0123456789":{"a":[1,{"b":"}"}],"c":"\#(name)"},"last":5"#
    let key = name.replacing("\\u00e9", with: "é").replacing("\\\"", with: "\"")
    for shift in stride(from: -2, through: record.utf8.count + 2, by: 1) {
      let head = #"{"skip":""#
      let middle = #"","users":{"#
      let filler = String(repeating: "x", count: border - head.count - middle.count - shift)
      let text = head + filler + middle + record + "}}"
      let start = border - shift
      let second = start + record.utf8.count - 8
      #expect(
        try children(of: text, step: 1 << 20) == [
          #"/users/k-\#(key)-0123456789@\#(start)={"a":[1,{"b":"}"}],"c":"\#(name)"}"#,
          "/users/last@\(second)=5",
        ], "shift \(shift)")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 63, 64, 65, 1000])
  func `finds the same records however the bytes arrive`(_ step: Int) throws {
    let text =
      #"{"skip":["]}",{"a":"\\\""}],"users":{"ann":{"age":31,"t":"}{"},"bob":5,"é\u0041":[1,[2]]},"z":1}"#
    #expect(
      try children(of: text, step: step) == [
        #"/users/ann@37={"age":31,"t":"}{"}"#, "/users/bob@63=5", "/users/éA@71=[1,[2]]",
      ])
  }

  @Test func `tells the offset of the example in the code`() throws {
    let text = #"{"users":{"ann":{"age":31},"bob":{"age":44},"eve":{"age":27}}}"#
    #expect(
      try children(of: text) == [
        #"/users/ann@10={"age":31}"#, #"/users/bob@27={"age":44}"#, #"/users/eve@44={"age":27}"#,
      ])
  }

  @Test func `walks an array as the object of its indices`() throws {
    #expect(
      try children(of: #"{"users": [null, {"a":1} ,"x"]}"#) == [
        "/users/0@11=null", #"/users/1@17={"a":1}"#, #"/users/2@26="x""#,
      ])
  }

  @Test func `finds records across the border of two reads of the scanner`() throws {
    // Pads so that the record lies across the end of the first 256 KB, at each byte of it.
    for shift in 0..<40 {
      let pad = String(repeating: "x", count: 256 * 1024 - 60 + shift)
      let text = #"{"a":"\#(pad)","users":{"ann":{"t":"\"}"},"bob":7}}"#
      let found = try children(of: text, step: 100_000)
      #expect(found.count == 2)
      #expect(found.last?.hasSuffix("=7") == true)
      #expect(found.first?.hasSuffix(#"={"t":"\"}"}"#) == true)
    }
  }

  @Test(arguments: [
    (#"{"users":{"a":1"#, "endsEarly"), (#"{"users":{"a":"x"#, "endsInText(14)"),
    (#"{"users":{"a":1]}"#, "unexpected"), (#"{"users":{"a" 1}}"#, "unexpected"),
    (#"{"users":{"a":1,}}"#, "unexpected"), (#"{"users":{1:1}}"#, "unexpected"),
    (#"{"users":[1 2]}"#, "unexpected"), (#"{"users":{"a":}}"#, "unexpected"),
    (#"{"users":{,"a":1}}"#, "unexpected"), (#"{"users":{"\x":1}}"#, "badKey"),
    ("{\"users\":{\"\u{1}\":1}}", "badKey"), (#"{"users":{"\ud800":1}}"#, "badKey"),
    (#"{"users":{"a":{"b":[1}"#, "endsEarly"),
  ])
  func `refuses a container above records that is broken`(_ text: String, _ kind: String) throws {
    for step in [1, 64, 1000] {
      let fault = #expect(throws: ScanFault.self) { try children(of: text, step: step) }
      #expect("\(try #require(fault).kind)".hasPrefix(kind))
    }
  }

  @Test func `copies an object without the members that are left out`() throws {
    let cases: [(String, String)] = [
      (#"{"a":1,"big":{"x":[1,2]},"b":2}"#, #"{"a":1,"b":2}"#),
      (#"{"big":1,"a":1}"#, #"{"a":1}"#), (#"{"a":1 , "big" : [ "]" ] }"#, #"{"a":1}"#),
      (#"{"big":1}"#, "{}"), (#"{"big":1,"big":2,"c":3}"#, #"{"c":3}"#), ("{}", "{}"), ("5", "5"),
      (#"["big"]"#, #"["big"]"#), (#"{"a":{"big":1}}"#, #"{"a":{"big":1}}"#),
    ]
    for (text, expected) in cases {
      for step in [1, 5, 1000] {
        let scanner = Scanner(Drip(text + " ,", step: step), at: 0)
        let copy = ByteBuffer()
        try scanner.copyObject(to: copy, leavingOut: [Array("big".utf8)])
        #expect(copy.bytes.text == expected)
        #expect(try scanner.peek() == UInt8(ascii: ","))
      }
    }
  }

  @Test(arguments: [
    #"{"a":1,,"b":2}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1,}"#, #"{"big":}"#,
    #"{"a":,"b":1}"#,
    "{a:1}",
  ])
  func `leaves a broken object broken, and ends where it ends`(_ text: String) throws {
    let scanner = Scanner(Drip(text + ",", step: 3), at: 0)
    let copy = ByteBuffer()
    try scanner.copyObject(to: copy, leavingOut: [Array("big".utf8)])
    #expect(try scanner.peek() == UInt8(ascii: ","))
    #expect(FastParser().parse(copy.bytes)?.kind == nil)
  }

  @Test func `counts the children of what nobody reads`() throws {
    for (text, count) in [
      ("{}", 0), ("[ ]", 0), ("5", 0), (#"{"a":1}"#, 1), (#"{"a":{"b":1,"c":2},"d":",,"}"#, 2),
      ("[1,[2,3],[4,[5,6]]]", 3),
    ] {
      #expect(try Scanner(Drip(text, step: 3), at: 0).skipValueCountingChildren() == count)
    }
  }
}
