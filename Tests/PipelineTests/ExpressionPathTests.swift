import Testing

@testable import Pipeline

@Suite struct ExpressionPathTests {
  static let record = """
    {"a":{"b":{"c":1}},"l":["x",null,{"n":2},["p","q"]],"twin":{"0":"x","2":{"n":2}},"s":"text",
     "uid":"u2","i":2,"d":2.0,"users":{"u1":{"name":"A"},"u2":{"name":"B"}},"f":1.5,"yes":true,
     "comments":{"c1":{"userId":"u9","likes":{"u1":true}},"c2":{"text":"t"},"c3":{"userId":"u1","likes":["u2"]}},
     "nums":{"10":"j","9":"i","-5":"n","a":"z","2147483648":"big","07":"text"},"é":{"x":1}}
    """

  @Test(arguments: [
    ("a.b.c", "1"), ("a.b", #"{"c":1}"#), ("a.x.c", "absent"), ("s.x", "absent"),
    ("a.b.c.d", "absent"),
    ("$key.x", "absent"), ("missing.x", "absent"),
    ("l[0]", #""x""#), ("l[1]", "absent"), ("l[2].n", "2"), ("l[3][1]", #""q""#),
    ("l[9]", "absent"),
    ("l[-1]", "absent"), ("l.`0`", #""x""#), ("l.`00`", "absent"), ("l.x", "absent"),
    ("twin[0]", #""x""#), ("twin[1]", "absent"), ("twin[2].n", "2"), ("twin.`2`.n", "2"),
    ("users[uid].name", #""B""#), ("users[missing]", "absent"), (#"users["u1"].name"#, #""A""#),
    (#"users["u" ].name"#, "absent"),
    ("l[i].n", "2"), ("l[d].n", "2"), ("twin[i].n", "2"),
    ("l[f]", "failed: expected an index or a key in brackets"),
    ("l[yes]", "failed: expected an index or a key in brackets"),
    ("users[a]", "failed: expected an index or a key in brackets"),
    (#"users[s | decode("base64url")]"#, "failed: the text does not decode cleanly"),
    (#"missing[s | decode("base64url")]"#, "absent"),
    (#"l["2"].n"#, "2"), ("l[9223372036854775807]", "absent"),
    ("a[1e300]", "failed: expected an index or a key in brackets"),
    ("é.x", "1"),
  ])
  func `follows names and indices through objects, arrays and their twins`(
    _ path: String, _ result: String
  )
    throws
  {
    #expect(try ExpressionRun(record: Self.record)(path) == result)
  }

  @Test(arguments: [
    ("comments.*.userId", #"["u9","u1"]"#),
    (
      "comments.*",
      #"[{"likes":{"u1":true},"userId":"u9"},{"text":"t"},{"likes":["u2"],"userId":"u1"}]"#
    ),
    ("comments.*.likes.*", #"[true,"u2"]"#),
    ("comments.*.likes[0]", #"["u2"]"#),
    ("comments.*.missing", "absent"),
    ("comments.*.userId.*", "absent"),
    ("comments.*[yes]", "failed: expected an index or a key in brackets"),
    (#"comments.*[s | decode("base64url")]"#, "failed: the text does not decode cleanly"),
    ("s.*", "absent"), ("missing.*", "absent"), ("missing.*.x", "absent"),
    ("l.*", #"["x",{"n":2},["p","q"]]"#),
    ("l.*.n", "[2]"),
    ("l.*.*", #"[2,"p","q"]"#),
    ("twin.*", #"["x",{"n":2}]"#),
    ("nums.*", #"["n","i","j","text","big","z"]"#),
    ("nums | keys", #"["-5","9","10","07","2147483648","a"]"#),
    ("$value.nums.*", #"["n","i","j","text","big","z"]"#),
  ])
  func `every child, in the database's key order`(_ path: String, _ result: String) throws {
    #expect(try ExpressionRun(record: Self.record)(path) == result)
  }

  @Test func `finds a key among those that begin alike`() throws {
    let keys = ["", "a", "ab", "abc", "abcd", "abcde", "abcdf", "abcd\0", "b"]
    let members = keys.enumerated().map { "\"\($1 == "abcd\0" ? "abcd\\u0000" : $1)\":\($0)" }
    let run = ExpressionRun(record: "{\"m\":{\(members.joined(separator: ","))}}")
    for (index, key) in keys.enumerated() where !key.isEmpty {
      #expect(try run("m.`\(key)`") == "\(index)")
    }
    #expect(try run("m.`abce`") == "absent")
  }

  @Test func `keys are bytes: two normal forms are two keys`() throws {
    let run = ExpressionRun(record: "{\"m\":{\"bl\u{e5}\":1,\"bla\u{30a}\":2}}")
    #expect(try run("m.`bl\u{e5}`") == "1")
    #expect(try run("m.`bla\u{30a}`") == "2")
    #expect(try run("m.bla\u{30a}") == "2")
  }

  @Test func `key order is integers by value, then text by bytes`() {
    let ordered = [
      "-2147483648", "-5", "-1", "0", "1", "9", "10", "2147483647", "", "-", "-0", "-01",
      "-2147483649", "-Mabc", "00",
      "01", "1a", "2147483648", "A", "a", "a1", "é", "\u{FFFF}", "😀",
    ]
    for (i, a) in ordered.enumerated() {
      for (j, b) in ordered.enumerated() {
        let (x, y) = (Constant(Array(a.utf8)), Constant(Array(b.utf8)))
        #expect(KeyOrder.precedes(x.bytes, y.bytes) == (i < j), "\(a) \(b)")
      }
    }
  }
}
