import Foundation
import Interop
import Pipeline
import Sinks
import Testing

@Suite struct CollectionViewTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var file: String { folder("news.db") }

  private func deliver(_ plan: Plan, _ docs: Doc...) throws {
    try Kind.sqlite.run(in: folder, plan: plan, .test(docs, plan: plan))
  }

  private func columns(_ view: String) throws -> [String?] {
    try rows(file, "SELECT name FROM pragma_table_info('\(view)')").map { $0[0] }
  }

  @Test func `shows a column a field, booleans as numbers and lists as JSON`() throws {
    let plan = Plan.test("news", ["rooms/messages": ["text", "isRead", "likes", "size", "gone"]])
    try deliver(
      plan,
      Doc("rooms/r/messages/m", #"{"text":"hé","isRead":true,"likes":["u1","u2"],"size":1.5}"#))
    #expect(
      try columns("rooms_messages") == ["path", "id", "text", "isRead", "likes", "size", "gone"])
    #expect(
      try rows(file, "SELECT * FROM rooms_messages")
        == [["rooms/r/messages/m", "m", "hé", "1", #"["u1","u2"]"#, "1.5", nil]])
  }

  @Test(arguments: [
    ("a.b", #"a.b"#), ("a[0]", "a[0]"), ("it's", "it's"), ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#),
    ("$", "$"), ("", ""), ("#-1", "#-1"), ("line\nbreak", #"line\nbreak"#), ("tab\t", #"tab\t"#),
    ("名前", "名前"), ("sel ect;--", "sel ect;--"), ("\\u0041", #"\\u0041"#), ("%", "%"),
    ("bla\u{30A}", "bla\u{30A}"), ("a\\", #"a\\"#), ("\"", #"\""#), ("'", "'"), ("]", "]"),
  ])
  func `addresses any field name`(_ field: String, _ key: String) throws {
    let other = #","\#(key)x":false,"x\#(key)":false"#
    let plan = Plan.test("news", ["c": [field]])
    try deliver(
      plan, Doc("c/1", #"{"\#(key)":7\#(other)}"#), Doc("c/2", #"{"\#(key)":{"in":[1]}\#(other)}"#),
      Doc("c/3", #"{"\#(key)":true\#(other)}"#), Doc("c/4", #"{"z":1}"#))
    let name = "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    #expect(
      try rows(file, "SELECT \(name), typeof(\(name)) FROM c ORDER BY path")
        == [["7", "integer"], [#"{"in":[1]}"#, "text"], ["1", "integer"], [nil, "null"]])
  }

  @Test func `a field with NUL in its name does not break the view`() throws {
    let plan = Plan.test("news", ["c": ["a\0b"]])
    try deliver(plan, Doc("c/1", #"{"a\u0000b":7}"#))
    #expect(try columns("c") == ["path", "id", "a\u{FFFD}b"])
  }

  @Test func `a field named like a key column wins, and fields that differ in case are told apart`()
    throws
  {
    let plan = Plan.test("news", ["c": ["ID", "_id", "Name", "name"]])
    try deliver(plan, Doc("c/1", #"{"ID":1,"_id":2,"Name":3,"name":4}"#))
    #expect(try columns("c") == ["path", "__id", "ID", "_id", "Name", "name_2"])
    #expect(try rows(file, "SELECT * FROM c") == [["c/1", "1", "1", "2", "3", "4"]])
  }

  @Test func `names that are taken get a number`() throws {
    let plan = Plan.test(
      "news",
      ["documents": [], "a/b": [], "a_b": [], "A_B": [], "sqlite_x": [], "replant_changes": []])
    try deliver(plan, Doc("a_b/1"))
    let views = try rows(file, "SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY rowid")
    #expect(
      views == [
        ["documents_2"], ["a_b"], ["a_b_2"], ["A_B_3"], ["_sqlite_x"], ["replant_changes_2"],
      ])
    #expect(try rows(file, "SELECT path FROM a_b_2") == [["a_b/1"]])
  }

  @Test func `a changed mapping changes the view, an equal one leaves it alone`() throws {
    let before = Plan.test("news", ["c": ["a"], "d": ["x"]])
    let after = Plan.test("news", ["d": ["x"], "c": ["a", "b"]])
    try deliver(before, Doc("c/1", #"{"a":1,"b":2}"#))
    let old = try rows(file, "SELECT rowid FROM sqlite_master WHERE name = 'd'")
    try deliver(after, Doc("c/1", #"{"a":1,"b":2}"#))
    #expect(try rows(file, "SELECT * FROM c") == [["c/1", "1", "1", "2"]])
    #expect(try rows(file, "SELECT rowid FROM sqlite_master WHERE name = 'd'") == old)
    #expect(try rows(file, "SELECT count(*) FROM sqlite_master WHERE type = 'view'") == [["2"]])
  }

  @Test func `a view that a user has changed stays, and one that was dropped comes back`() throws {
    let plan = Plan.test("news", ["c": ["a"], "d": []])
    try deliver(plan, Doc("c/1", #"{"a":1}"#))
    let database = try Database(file, .readWrite)
    try database.execute("DROP VIEW c; CREATE VIEW c AS SELECT 'mine' AS x; DROP VIEW d")
    try database.close()
    try deliver(plan, Doc("c/1", #"{"a":1}"#))
    #expect(try rows(file, "SELECT * FROM c") == [["mine"]])
    #expect(try rows(file, "SELECT * FROM c_2") == [["c/1", "1", "1"]])
    #expect(try rows(file, "SELECT * FROM d") == [])
  }

  @Test func `a collection of thousands of fields gets a view of the first`() throws {
    let fields = (0..<3_000).map { "f\($0)" }
    try deliver(Plan.test("news", ["c": fields]), Doc("c/1", #"{"f0":1}"#))
    #expect(try columns("c").count == 1_992)
  }
}
