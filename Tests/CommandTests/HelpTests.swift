import Pipeline
import Testing

@testable import replant

/// The texts as users see them: a change here is a change of the product.
@Suite struct HelpTests {
  /// What `run`, `sync` and `plan` take.
  private static let arguments = """
    arguments:
      MAPPING  The mapping file (JSON5).
      EXPORT…  JSON of the database, plain or gzip; - is standard input. Several
               make one tree. FILE@/path is the value at a path; a folder is an
               export of the emulator.

    options:
      --to URL        Where documents go; see targets. Several: all in one pass.
      --mount PATH    Each EXPORT is the value at this path of the tree, but for
                      those given as FILE@/path. Default: an EXPORT is the whole
                      tree.
    """

  /// How the texts of `run` and `sync` end.
  private static let ending = """
      --report DIR    Write report.json, report.html, junit.xml, summary.md and
                      rejects.ndjson there, whatever the outcome. Without it, run
                      writes rejects.ndjson beside the target if records are
                      rejected.
      --max-rejects N|P%
                      Stop when more records are rejected; a percentage is of those
                      read so far, from 100 on. Default: never.
      --known-rejects FILE
                      Rejects of an earlier run: the same record with the same code
                      and value is no reason for status 3.
      --fresh         Forget an unfinished run, and start over.
      --rewrite       Write every document again, also those that are as they were.
      --state FILE    Where to remember what was delivered. Default: inside an
                      SQLite database, beside an NDJSON folder.
      --workers N     Records are worked on by so many threads, 1 to 256. Default:
                      all cores.
      --batch N       Documents committed at a time, 1 to 100000. Default: 500.
      --now TIME      The value of $now in expressions, with a zone:
                      2019-01-01T00:00:00Z. Default: when the run started; in tests
                      of a mapping 2100-01-01T00:00:00Z.
      --progress auto|plain|none
                      auto: a moving line on a terminal, else plain. plain: a line
                      every ten seconds. Default: auto.
      --quiet         No progress and no summary, only errors.
      --json          On standard output one JSON object a line: progress and the
                      report, or faults.
      --help          This text.

    targets:
      sqlite:FILE  an SQLite database: table `documents`, and a view for each
                   collection
      ndjson:DIR   a folder with a file a collection, a line a document; ndjson:- is
                   standard output
      null:        nowhere: to try a mapping, or to measure

    exit statuses:
      0    done; also when there was nothing to do
      1    failed unexpectedly; the message says what is safe
      2    usage or mapping error, or a path that is not in the export
      3    finished, some records rejected
      4    stopped: more rejects than allowed
      6    refused, to keep documents safe; the message says why
      7    the export cannot be read: missing, cut off, not JSON, damaged gzip
      8    the target failed; run again to continue
      130  interrupted (Ctrl-C); run again to continue
      143  terminated; run again to continue
    """

  @Test func `lists the commands`() {
    #expect(
      HelpText.overview == """
        replant turns a Firebase Realtime Database export into checked, typed documents.

        examples:
          replant check news.json
          replant plan news.json export.json --to sqlite:news.db
          replant run news.json export.json --to sqlite:news.db

        usage: replant COMMAND ARGUMENTS… [OPTIONS]

        commands:
          run         make documents of an export and write them; run it again to update
          sync        run, and remove documents that export and mapping no longer give
          plan        tell what a run would do, and write nothing
          check       compile a mapping, tell everything that is wrong with it, run its
                      tests
          steps       explain the steps of expressions
          completion  print a script that makes a shell complete command lines
          man         print the manual page
          help        explain a command

        exit statuses:
          0    done; also when there was nothing to do
          1    failed unexpectedly; the message says what is safe
          2    usage or mapping error, or a path that is not in the export
          3    finished, some records rejected
          4    stopped: more rejects than allowed
          6    refused, to keep documents safe; the message says why
          7    the export cannot be read: missing, cut off, not JSON, damaged gzip
          8    the target failed; run again to continue
          10   there are changes
          130  interrupted (Ctrl-C); run again to continue
          143  terminated; run again to continue

        Run 'replant help COMMAND' for its arguments and options, 'replant --version'
        for the version. Results go to standard output; progress, summaries and messages
        go to standard error.

        """)
  }

  @Test func `explains run`() {
    #expect(
      HelpText.text(of: RunCommand.entry) == """
        run: make documents of an export and write them; run it again to update

        examples:
          replant run news.json export.json --to sqlite:news.db
          replant run news.json backup.json.gz --to ndjson:out --report report
          replant run news.json users.json@/users rest.json --to sqlite:news.db
          replant run news.json repaired.ndjson --from-rejects --to sqlite:news.db
          gunzip -c backup.json.gz | replant run news.json - --to ndjson:- | head

        Documents that are already there and equal are left alone. Records that cannot
        become a valid document are set aside with the reason, and the others go in.
        Nothing is ever removed.

        usage: replant run MAPPING EXPORT… --to URL [OPTIONS]

        \(Self.arguments)
          --from-rejects  EXPORT is the rejects.ndjson of an earlier run, repaired; its
                          records come with their joined parts.
        \(Self.ending)

        """)
  }

  @Test func `explains sync`() {
    #expect(
      HelpText.text(of: SyncCommand.entry) == """
        sync: run, and remove documents that export and mapping no longer give

        examples:
          replant sync news.json export.json --to sqlite:news.db
          replant plan news.json export.json --to sqlite:news.db --sync
          replant sync news.json backup.json.gz --to ndjson:out --max-delete 5%

        Only documents that earlier runs of this mapping delivered are removed, and
        never those of records that are there but rejected. If a collection would lose
        more than 20 documents and more than 10 % of what it had, or all of them,
        nothing at all is removed: the rest goes in, and the status is 6. --max-delete
        allows more. See it first: replant plan --sync.

        usage: replant sync MAPPING EXPORT… --to URL [OPTIONS]

        \(Self.arguments)
          --max-delete N|P%
                          Documents that a sync may remove of each collection; only 100%
                          may leave one empty. Default: 20 or 10%, whichever is more.
        \(Self.ending)

        """)
  }

  @Test func `explains plan`() {
    #expect(
      HelpText.text(of: PlanCommand.entry) == """
        plan: tell what a run would do, and write nothing

        examples:
          replant plan news.json export.json --to sqlite:news.db
          replant plan news.json export.json --to firestore:demo --report report
          replant plan news.json export.json --to ndjson:out --detailed-exitcode

        Every record is read, made into a document, checked against the model and the
        limits of the target, and compared with what earlier runs delivered. Nothing is
        created, changed or locked for writing but the report folder, and no connection
        is needed. Without --report the rejects are told in the summary only, with no
        file of them.

        usage: replant plan MAPPING EXPORT… --to URL [OPTIONS]

        \(Self.arguments)
          --from-rejects  EXPORT is the rejects.ndjson of an earlier run, repaired; its
                          records come with their joined parts.
          --sync          The plan of a sync: tell what it would remove, too.
          --max-delete N|P%
                          Documents that a sync may remove of each collection; only 100%
                          may leave one empty. Default: 20 or 10%, whichever is more.
          --report DIR    Write report.json, report.html, junit.xml, summary.md and
                          rejects.ndjson there, whatever the outcome. Without it, run
                          writes rejects.ndjson beside the target if records are
                          rejected.
          --max-rejects N|P%
                          Stop when more records are rejected; a percentage is of those
                          read so far, from 100 on. Default: never.
          --known-rejects FILE
                          Rejects of an earlier run: the same record with the same code
                          and value is no reason for status 3.
          --state FILE    Where to remember what was delivered. Default: inside an
                          SQLite database, beside an NDJSON folder.
          --workers N     Records are worked on by so many threads, 1 to 256. Default:
                          all cores.
          --batch N       Documents committed at a time, 1 to 100000. Default: 500.
          --now TIME      The value of $now in expressions, with a zone:
                          2019-01-01T00:00:00Z. Default: when the run started; in tests
                          of a mapping 2100-01-01T00:00:00Z.
          --progress auto|plain|none
                          auto: a moving line on a terminal, else plain. plain: a line
                          every ten seconds. Default: auto.
          --quiet         No progress and no summary, only errors.
          --json          On standard output one JSON object a line: progress and the
                          report, or faults.
          --detailed-exitcode
                          Exit with 10 if a run would create, modify or remove
                          documents.
          --help          This text.

        targets:
          sqlite:FILE     an SQLite database: table `documents`, and a view for each
                          collection
          ndjson:DIR      a folder with a file a collection, a line a document; ndjson:-
                          is standard output
          firestore:PROJECT[/DATABASE]
                          Cloud Firestore; in this version for plan only, which needs no
                          connection
          null:           nowhere: to try a mapping, or to measure

        exit statuses:
          0    done; also when there was nothing to do
          1    failed unexpectedly; the message says what is safe
          2    usage or mapping error, or a path that is not in the export
          3    finished, some records rejected
          4    stopped: more rejects than allowed
          6    refused, to keep documents safe; the message says why
          7    the export cannot be read: missing, cut off, not JSON, damaged gzip
          8    the target failed; run again to continue
          10   there are changes
          130  interrupted (Ctrl-C); run again to continue
          143  terminated; run again to continue

        """)
  }

  @Test func `explains check`() {
    #expect(
      HelpText.text(of: CheckCommand.entry) == """
        check: compile a mapping, tell everything that is wrong with it, run its tests

        examples:
          replant check news.json

        A test of the mapping gives parts of an export and expects documents, rejects or
        nothing of them: docs/behaviour.md. One that fails is a wrong mapping.

        usage: replant check MAPPING [OPTIONS]

        arguments:
          MAPPING  The mapping file (JSON5).

        options:
          --now TIME  The value of $now in expressions, with a zone:
                      2019-01-01T00:00:00Z. Default: when the run started; in tests of a
                      mapping 2100-01-01T00:00:00Z.
          --quiet     No progress and no summary, only errors.
          --json      On standard output one JSON object a line: progress and the
                      report, or faults.
          --help      This text.

        exit statuses:
          0  done; also when there was nothing to do
          1  failed unexpectedly; the message says what is safe
          2  usage or mapping error, or a path that is not in the export

        """)
  }

  @Test func `explains steps`() {
    #expect(
      HelpText.text(of: StepsCommand.entry) == """
        steps: explain the steps of expressions

        examples:
          replant steps
          replant steps pushTime

        usage: replant steps [NAME] [OPTIONS]

        arguments:
          [NAME]  Of one step; without it all are listed.

        options:
          --help  This text.

        exit statuses:
          0  done; also when there was nothing to do
          1  failed unexpectedly; the message says what is safe
          2  usage or mapping error, or a path that is not in the export

        """)
  }

  @Test func `explains completion`() {
    #expect(
      HelpText.text(of: CompletionCommand.entry) == """
        completion: print a script that makes a shell complete command lines

        examples:
          replant completion bash > ~/.local/share/bash-completion/completions/replant
          echo 'source <(replant completion bash)' >> ~/.bashrc
          replant completion zsh > ~/.zfunc/_replant
          replant completion fish > ~/.config/fish/completions/replant.fish

        The script goes to standard output. For bash, put it where the package
        bash-completion looks, or source it in ~/.bashrc: it works without that package.
        For zsh, put it as _replant into a folder of $fpath before compinit runs. For
        fish, put it into the folder of completions. Make it anew with each version.

        usage: replant completion bash|zsh|fish [OPTIONS]

        arguments:
          bash|zsh|fish  Which shell.

        options:
          --help  This text.

        exit statuses:
          0  done; also when there was nothing to do
          1  failed unexpectedly; the message says what is safe
          2  usage or mapping error, or a path that is not in the export

        """)
  }

  @Test func `explains man`() {
    #expect(
      HelpText.text(of: ManCommand.entry) == """
        man: print the manual page

        examples:
          replant man | man -l -
          replant man > /usr/local/share/man/man1/replant.1

        usage: replant man [OPTIONS]

        options:
          --help  This text.

        exit statuses:
          0  done; also when there was nothing to do
          1  failed unexpectedly; the message says what is safe
          2  usage or mapping error, or a path that is not in the export

        """)
  }

  @Test func `explains help`() {
    #expect(
      HelpText.text(of: HelpCommand.entry) == """
        help: explain a command

        examples:
          replant help
          replant help run

        usage: replant help [COMMAND] [OPTIONS]

        arguments:
          [COMMAND]  Which; without it all are listed.

        options:
          --help  This text.

        exit statuses:
          0  done; also when there was nothing to do
          1  failed unexpectedly; the message says what is safe
          2  usage or mapping error, or a path that is not in the export

        """)
  }

  @Test(arguments: Command.all.map(\.name))
  func `fits a terminal of eighty columns`(_ name: String) {
    let text = Command.named(name).map(HelpText.text) ?? ""
    let lines = (text + HelpText.overview).split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines { #expect(String(line).displayWidth <= 80) }
  }
}
