import Testing

@testable import Pipeline

@Suite struct ReportJSONTests {
  @Test func `writes the report of a small run`() {
    let text = ReportJSON(ReportSamples.news).text
    #expect(text == golden)
  }

  @Test func `gives the same bytes for the same report`() {
    #expect(ReportJSON(ReportSamples.wide).text == ReportJSON(ReportSamples.wide).text)
  }

  @Test
  func `tells why a run failed and leaves out the hash of a file that was not read to its end`() {
    var report = ReportSamples.news
    report.outcome = .unreadable
    report.exitCode = 7
    report.sources[0].hash = nil
    report.fault = .init(message: "export.json: the file ends early\n  nothing was written")
    let lines = ReportJSON(report).text.split(separator: "\n")
    #expect(lines[5] == #"  "error": "export.json: the file ends early\n  nothing was written","#)
    #expect(lines.contains(#"      "bytes": 4815"#))
  }

  @Test func `lists the most frequent twenty and counts the rest`() {
    var report = ReportSamples.wide
    for number in 0..<30 {
      for _ in 0...number {
        report.violations.add(
          Violation(
            code: .unknownField, rule: 0, field: "f\(number)", source: [], message: "", offset: 0))
      }
    }
    report.unmapped = (0..<25).map { .init(path: "/\($0)", children: 1, bytes: 1) }
    report.unmapped[0].sample = "/a"
    report.unmappedMore = 1000
    let text = ReportJSON(report).text
    // 1 + 2 + … + 10 of the fields, 1 + … + 10 of the groups and the two of the sample.
    #expect(text.contains("\"古い欄11\": 11\n      },\n      \"unreadMore\": 55"))
    #expect(!text.contains("\"古い欄10\""))
    #expect(text.contains("\"violationsMore\": 57"))
    #expect(text.contains("\"unmappedMore\": 1005"))
    #expect(text.components(separatedBy: #""bytes": 1,\#n      "sample": "/a"\#n"#).count == 2)
  }

  @Test func `counts names that are no UTF-8 as one, and tells canonical equivalents apart`() {
    var counts = NameCounts()
    counts.add(bytes: [0xFF])
    counts.add(bytes: [0xFE])
    counts.add("é", times: 1)
    counts.add("e\u{301}", times: 1)
    let listed = counts.listed(20)
    #expect(
      listed.names.map { Array($0.name.utf8) }
        == [Array("\u{FFFD}".utf8), [0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    #expect(listed.names.map(\.count) == [2, 1, 1])
    #expect(listed.more == 0)
  }

  @Test func `escapes what JSON wants escaped and nothing else`() {
    #expect(
      JSONText.quoted("a\"b\\c/d\n\r\t\u{0}\u{1b}\u{7f}é漢😀\u{2028}")
        == "\"a\\\"b\\\\c/d\\n\\r\\t\\u0000\\u001b\u{7f}é漢😀\u{2028}\"")
    #expect(JSONText.quoted("\r\n") == #""\r\n""#)
  }

  @Test func `prints empty lists and objects on one line`() {
    let value = JSONValue.object([("a", .list([])), ("b", .object([])), ("c", .integer(-1))])
    #expect(value.pretty == "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": -1\n}\n")
  }

  private let golden = """
    {
      "schema": 1,
      "command": "run",
      "outcome": "rejected",
      "exitCode": 3,
      "mapping": {
        "name": "news",
        "hash": "0123456789abcdef000000000000000a"
      },
      "sources": [
        {
          "name": "export.json",
          "bytes": 4815,
          "hash": "0000000000000001ffffffffffffffff"
        }
      ],
      "targets": [
        {
          "url": "sqlite:news.db",
          "totals": {
            "read": 6,
            "created": 3,
            "modified": 0,
            "unchanged": 1,
            "filtered": 1,
            "rejected": 1,
            "failed": 0,
            "removed": 0,
            "stale": 0
          }
        }
      ],
      "totals": {
        "read": 6,
        "created": 3,
        "modified": 0,
        "unchanged": 1,
        "filtered": 1,
        "rejected": 1,
        "failed": 0,
        "removed": 0,
        "stale": 0
      },
      "rules": [
        {
          "from": "/ArticleData/{id}",
          "to": "articleData/{id}",
          "totals": {
            "read": 6,
            "created": 3,
            "modified": 0,
            "unchanged": 1,
            "filtered": 1,
            "rejected": 1,
            "failed": 0,
            "removed": 0,
            "stale": 0
          },
          "joins": {
            "comments": {
              "matched": 2,
              "missing": 4,
              "orphans": 1
            }
          },
          "fields": {
            "titleStr": {
              "present": 5,
              "absent": 0,
              "recovered": 0,
              "dropped": 0,
              "defaulted": 0
            },
            "date": {
              "present": 4,
              "absent": 0,
              "recovered": 1,
              "dropped": 0,
              "defaulted": 0
            }
          },
          "unread": {
            "legacyFlag": 3
          },
          "unreadBytes": {
            "legacyFlag": 0
          }
        }
      ],
      "violations": [
        {
          "code": "type",
          "rule": 0,
          "field": "titleStr",
          "count": 1,
          "samples": [
            {
              "source": "/ArticleData/-Lx/titleStr",
              "message": "expected string, found integer",
              "offset": 4711
            }
          ]
        }
      ],
      "warnings": [],
      "unmapped": [
        {
          "path": "/Settings",
          "children": 2,
          "bytes": 70
        }
      ]
    }

    """
}
