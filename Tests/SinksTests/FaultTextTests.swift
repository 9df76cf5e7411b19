import Interop
import Testing

@testable import Pipeline
@testable import Sinks

/// Every sentence about a target, a file, a database and compressed data.
@Suite struct FaultTextTests {
  @Test(
    arguments: [
      (
        .foreignDocument("c/x", "a.db"),
        """
        cannot write to a.db: the document c/x is there already, and another mapping or somebody else wrote it
          Give the document another path, or choose another target.
        """
      ),
      (
        .longName("out"),
        """
        cannot write a collection into out: its id makes a file name of more than 255 bytes
          Make the id shorter in `to`, or write to sqlite:FILE.
        """
      ),
      (
        .foreignLine("out/c.ndjson"),
        """
        cannot replace out/c.ndjson: a line in it is no document as replant writes them, or is cut off
          Move the file away, or choose another folder.
        """
      ),
      (
        .otherRun("a.db", ["export", "mapping"]),
        """
        cannot continue the unfinished run in a.db: this is another export and another mapping
          Run the same command as then, or start over with --fresh.
        """
      ),
      (
        .otherRun("a.db", ["set of targets"]),
        """
        cannot continue the unfinished run in a.db: this is another set of targets
          Run the same command as then, or start over with --fresh.
        """
      ),
      (
        .otherUnfinished("out", "shop"),
        """
        cannot write to out: a run of the mapping "shop" into this folder was interrupted
          Let that run finish first, or start over with that mapping and --fresh.
        """
      ),
      (
        .lostFile("rejects.ndjson"),
        """
        cannot continue the unfinished run with rejects.ndjson: the file is not as that run left it
          Start over with --fresh.
        """
      ),
      (
        .unreadableState("sqlite:a.db"),
        """
        cannot continue the unfinished run in sqlite:a.db: what it has counted cannot be read
          Start over with --fresh.
        """
      ),
    ] as [(TargetFault, String)])
  func `says what is wrong with what is there`(_ pair: (TargetFault, String)) {
    #expect(pair.0.description == pair.1)
    // The report says that, once.
    #expect(!pair.0.advice.contains("Nothing was"))
    #expect(pair.0.kind == .refused)
  }

  @Test func `says why a database is refused`() {
    #expect(TargetFault.otherDocuments == "it holds a table `documents` that replant did not make")
    #expect(TargetFault.otherEncoding == "its texts are UTF-16, and replant needs UTF-8")
  }

  /// SQLite's result codes, which do not change.
  @Test(arguments: [
    (13, "cannot write a.db: no space left\n  Free some space, then run the same command again."),
    (
      5,
      """
      cannot write a.db: another replant is writing to it, or another program has it open
        Wait until it has ended, then run the same command again.
      """
    ),
    (
      26,
      "cannot write a.db: it is not an SQLite database\n  Choose another file."
    ),
    (14, "cannot write a.db: words\n  The folder must be writable."),
    (11, "cannot write a.db: words\n  Restore the file from a backup, or write to a new one."),
    (8, "cannot write a.db: words"),
  ])
  func `says what to do about a database`(_ code: Int32, _ text: String) {
    let fault = DatabaseFault(operation: "write", path: "a.db", code: code, message: "words")
    #expect(fault.targetFault.description == text)
  }

  @Test func `says why a database cannot be opened, where SQLite does not`() throws {
    let folder = try TestFolder()
    #expect(
      DatabaseFault.cannotOpen(folder.path).targetFault.description
        == "cannot open \(folder.path): it is a folder\n  Give the name of a file.")
    #expect(
      DatabaseFault.cannotOpen(folder("no/a.db")).targetFault.description
        == "cannot open \(folder("no/a.db")): there is no folder \(folder("no"))\n  Create it, or choose another file."
    )
    #expect(
      DatabaseFault.cannotOpen(folder("a.db")).targetFault.description
        == "cannot open \(folder("a.db")): unable to open database file\n  The folder must be writable."
    )
  }

  @Test func `says what a value could not be bound for`() throws {
    let database = try Database("", .temporary)
    let statement = try database.prepare("SELECT ?1")
    let fault = #expect(throws: DatabaseFault.self) { try statement.bind(2, Int64(1)) }
    #expect(
      fault?.description.hasPrefix("cannot bind a value for a temporary database: ") == true)
  }

  @Test func `says the form of a target`() {
    #expect(
      TargetURLFault.form(url: "sqlite:", expected: "sqlite:FILE").description
        == "target \"sqlite:\" should have the form sqlite:FILE")
  }

  @Test(
    arguments: [
      (.truncated(offset: 9), "the gzip data ends early, after 9 bytes"),
      (
        .damaged(offset: 9, reason: "incorrect data check"),
        "the gzip data is damaged near byte 9: incorrect data check"
      ),
      (.trailingGarbage(offset: 9), "something that is not gzip data follows at byte 9"),
      (.outOfMemory, "there is no memory left to inflate gzip data"),
    ] as [(GzipFault, String)])
  func `says what is wrong with compressed data`(_ pair: (GzipFault, String)) {
    #expect(pair.0.description == pair.1)
  }

  @Test func `says which call on which path failed`() throws {
    let folder = try TestFolder()
    let looked = FaultInjection.with({ (_, _) in SystemErrors.inputOutput }, in: folder.path) {
      #expect(throws: SystemFault.self) { try File.status(folder("f")) }
    }
    #expect(looked?.description == "cannot look at \(folder("f")): Input/output error")
    let removed = #expect(throws: SystemFault.self) { try Folder.remove(folder("no")) }
    #expect(
      removed?.description == "cannot remove folder \(folder("no")): No such file or directory")
    let opened = #expect(throws: SystemFault.self) { try Folder.names(in: folder("no")) }
    #expect(opened?.description == "cannot open folder \(folder("no")): No such file or directory")
    let spooled = #expect(throws: SystemFault.self) { try SpoolFile(folder: folder("no")) }
    #expect(
      spooled?.description == """
        cannot create a temporary file in \(folder("no")): No such file or directory
          Set TMPDIR to a folder that can be written.
        """)
  }
}
