import Testing

@testable import Pipeline

/// The words of JSON Schema (contract 2.2): what passes, and code, field and message of what does not.
@Suite struct ConstraintTests {
  private func outcome(_ field: String, _ value: String) throws -> String {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:{\#(field)}}}]}"#,
      #"{"c":{"k":{"v":\#(value),"w":1}}}"#
    ).run()
    guard let fault = arrival.rejects.first?.fault else { return "passes" }
    return "\(fault.code.rawValue) \(fault.field): \(fault.message)"
  }

  @Test(
    arguments: [
      // Lengths count Unicode scalars: 👍🏽 is two, e with a combining accent is two.
      (
        #"type:"string",maxLength:2"#, [#""👍🏽""#, #""e\u0301""#, #""日本""#],
        "length v: expected at most 2 characters, found 3", #""日本語""#
      ),
      (
        #"type:"string",minLength:1"#, [#""x""#],
        "length v: expected at least 1 character, found 0", #""""#
      ),
      (
        #"type:"[string]",maxLength:1"#, [#"["a","b"]"#],
        "length v.*: expected at most 1 character, found 2", #"["a","bb"]"#
      ),
      (#"type:"string",enum:["a","b"]"#, [#""a""#], #"enum v: expected one of "a", "b""#, #""c""#),
      (#"type:"integer",enum:[1,2]"#, ["1", "2.0"], "enum v: expected one of 1, 2", "3"),
      (
        #"type:"number",enum:[1,2.5]"#, ["1", "1.0", "2.5"], "enum v: expected one of 1, 1.0, 2.5",
        "2"
      ),
      (#"type:"double",enum:[1]"#, ["1"], "enum v: expected one of 1.0", "1.5"),
      (
        #"type:"timestamp",enum:["2020-01-01T09:00:00+09:00"]"#, [#""2020-01-01T00:00:00.000Z""#],
        #"enum v: expected one of "2020-01-01T00:00:00Z""#, #""2021-01-01T00:00:00Z""#
      ),
      (
        #"type:"string",pattern:"^\\p{L}+$""#, [#""日本""#],
        #"pattern v: the text does not fit the pattern "^\p{L}+$""#, #""a1""#
      ),
      (
        #"type:"string",pattern:"b""#, [#""abc""#],
        #"pattern v: the text does not fit the pattern "b""#, #""x""#
      ),
      (
        #"type:"integer",minimum:0,maximum:10"#, ["0", "10"],
        "range v: expected at least 0, found less", "-1"
      ),
      (
        #"type:"integer",minimum:0,maximum:10"#, [], "range v: expected at most 10, found more",
        "11"
      ),
      (
        #"type:"number",maximum:9007199254740992"#, ["9007199254740992"],
        "range v: expected at most 9007199254740992, found more", "9007199254740993"
      ),
      (
        #"type:"double",minimum:0.5"#, ["0.5", "1"], "range v: expected at least 0.5, found less",
        "0.25"
      ),
      (
        #"type:"timestamp",minimum:"2000-01-01T00:00:00Z""#,
        [#""2000-01-01T00:00:00Z""#, #"{"_seconds":1600000000,"_nanoseconds":0}"#],
        #"range v: expected at least "2000-01-01T00:00:00Z", found less"#,
        #""1999-12-31T23:59:59Z""#
      ),
      (
        #"type:"timestamp",value:"v | millis",maximum:"2030-01-01T00:00:00Z""#, ["1600000000000"],
        #"range v: expected at most "2030-01-01T00:00:00Z", found more"#, "26507130306000"
      ),
      (
        #"type:"[integer]",minItems:2"#, ["[1,2]", "[]"],
        "items v: expected at least 2 items, found 1", "[1,null]"
      ),
      (
        #"type:"[integer]",maxItems:1"#, ["[1]"], "items v: expected at most 1 item, found 2",
        "[1,2]"
      ),
      (
        #"type:"[[integer]]",maxItems:1"#, ["[[1,2,3]]"],
        "items v: expected at most 1 item, found 2", "[[1],[2]]"
      ),
      (
        #"type:"[any]",uniqueItems:true"#, [#"[1,"1",1.5,"1.0"]"#, #"["a","b"]"#],
        "items v: an item stands twice in a list of unique ones", #"["a","b","a"]"#
      ),
      (
        #"type:"[number]",uniqueItems:true"#,
        [
          "[1,2,1.5]", "[9007199254740993,9007199254740992.0]", "[1e19,1e20,-1e19]", "[0.1,0.2]",
        ], "items v: an item stands twice in a list of unique ones", "[1,2,1.0]"
      ),
      (
        #"type:"[number]",uniqueItems:true"#, ["[1]"],
        "items v: an item stands twice in a list of unique ones", "[-0.0,0]"
      ),
      (
        #"type:"[number]",uniqueItems:true"#, ["[2]"],
        "items v: an item stands twice in a list of unique ones",
        "[9007199254740992,9.007199254740992e15]"
      ),
      (
        #"type:"[any]",uniqueItems:true"#,
        [#"[{"a":"1.0","b\"":[1,true]},{"a":"1","b\"":[1,true]}]"#],
        "items v: an item stands twice in a list of unique ones",
        #"[{"a":"1.0","b\"":[1,true]},"x",{"a":"1.0","b\"":[1.0,true]}]"#
      ),
      (
        #"type:"[integer]",uniqueItems:true"#, ["[1,2]"],
        "items v: an item stands twice in a list of unique ones", "[1,1.0]"
      ),
      (
        #"type:"[integer]",maximum:5"#, ["[5]"], "range v.*: expected at most 5, found more",
        "[5,6]"
      ),
      (
        #"type:"string",format:"uuid""#, [#""123e4567-E89B-12d3-a456-426614174000""#],
        "format v: the text is no UUID", #""123e4567e89b12d3a456426614174000""#
      ),
      (
        #"type:"string",format:"date-time""#, [#""2020-01-01t00:00:00z""#],
        "format v: the text is no RFC 3339 time with a zone", #""2020-01-01T00:00:00""#
      ),
    ] as [(String, [String], String, String)])
  func `lets pass what fits and names what was expected`(
    _ field: String, _ fitting: [String], _ fault: String, _ wrong: String
  ) throws {
    for value in fitting { #expect(try outcome(field, value) == "passes", "\(field) of \(value)") }
    #expect(try outcome(field, wrong) == fault)
  }

  @Test(arguments: [
    "http://example.com", "https://example.com:8080/a?b=c#d", "https://日本.jp/ニュース?q=é", "ftp://h/x",
    "mailto:a@example.com", "urn:isbn:0451450523", "http://[::1]/", "gs://bucket/a%20b", "data:,x",
    "HTTP://EXAMPLE.COM",
  ])
  func `takes URIs with a scheme`(_ text: String) throws {
    #expect(try outcome(#"type:"string",format:"uri""#, "\"\(text)\"") == "passes")
  }

  @Test(arguments: [
    "", "example.com", "/a/b", "//example.com", "http://", "http:/x", "https:///x", "http://a b",
    "http://a\\n",
    " http://a", "http://a/<b>", "http://a/{b}", ":a", "1http://x", "http://h:port/",
    "http://a/%zz",
  ])
  func `takes no other texts for URIs`(_ text: String) throws {
    #expect(
      try outcome(#"type:"string",format:"uri""#, "\"\(text)\"")
        == "format v: the text is no URI with a scheme")
  }

  @Test(arguments: [
    ("a@example.com", true), ("a.b+c@x-y.example", true), ("user@localhost", true),
    ("O'Brien@example.ie", true),
    ("@example.com", false), ("a@", false), ("a", false), ("a@b@c", false), (".a@b.c", false),
    ("a..b@c.d", false),
    ("a.@b.c", false), ("a@-b.c", false), ("a@b-.c", false), ("a@b..c", false), ("a@b.", false),
    ("a b@c.d", false),
    ("a@b_c.d", false), ("é@example.com", false),
  ])
  func `tells e-mail addresses`(_ text: String, _ isOne: Bool) throws {
    #expect(
      try outcome(#"type:"string",format:"email""#, "\"\(text)\"")
        == (isOne ? "passes" : "format v: the text is no e-mail address"))
  }

  @Test func `a pattern that takes too many steps fails instead of holding the run`() throws {
    let text = String(repeating: "a", count: 5000)
    #expect(
      try outcome(#"type:"string",pattern:"^(a+)+$""#, "\"\(text)!\"")
        == #"pattern v: the search for the pattern "^(a+)+$" took too many steps"#)
  }

  @Test func `drops a field that breaks a rule, and gives its default, as onError says`() throws {
    let arrival = try Journey(
      #"""
      {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{
        a:{type:"string",maxLength:1,onError:"drop"},b:{type:"integer",minimum:1,onError:"default",default:1},w:"integer"}}]}
      """#, #"{"c":{"k":{"a":"xx","b":0,"w":1}}}"#
    ).run()
    #expect(arrival.documents == ["c/k": #"{"b":1,"w":1}"#])
    #expect(arrival.report.rules[0].tally.fields.map(\.dropped) == [1, 0, 0])
    #expect(arrival.report.rules[0].tally.fields.map(\.defaulted) == [0, 1, 0])
  }
}
