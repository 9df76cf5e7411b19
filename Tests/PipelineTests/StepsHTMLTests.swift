import Testing

@testable import Pipeline

@Suite struct StepsHTMLTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("  \n ", ""), ("<p></p>", ""), ("a & b < c", "a & b < c"),
    ("<p>Hi <b>there</b> &amp; <i>you</i></p>", "Hi there & you"), ("a<b>b</b>c", "abc"),
    ("<p>a</p><p>b</p>", "a\nb"), ("<p>a</p>\n\n<p>b</p>", "a\nb"),
    ("<div>a<div>b</div>c</div>", "a\nb\nc"),
    ("a<br>b", "a\nb"), ("a<br/>\n b", "a\nb"), ("a<br><br>b", "a\n\nb"), ("a<br></p><p>b", "a\nb"),
    ("<br>a<br>", "a"), ("<p>a</p><br><p>b</p>", "a\n\nb"), ("a  \t\n b", "a b"),
    ("a <br> b", "a\nb"),
    ("<ul><li>a<li>b</ul>c", "a\nb\nc"), ("<h1>a</h1>b", "a\nb"), ("a<hr>b", "a\nb"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("a<script>alert('x < y')</script>b", "ab"), ("<style>p { }</style>a", "a"),
    ("a<!-- c -->b", "ab"),
    ("<html><head><title>t</title></head><body>a</body></html>", "a"),
    ("&lt;b&gt; &eacute;&#233;&#xe9; &euro;", "<b> ééé €"), ("&unknown; &copy;", "&unknown; ©"),
    ("a&nbsp;&nbsp;b", "a b"), ("<p>&nbsp;</p>a", "a"), ("a\u{00A0}b", "a b"), ("é 東京 😀", "é 東京 😀"),
    ("<p>unclosed <b>bold", "unclosed bold"), ("</div>a</span>", "a"), ("<pre>a\n  b</pre>", "a b"),
    ("<meta charset=\"iso-8859-1\">é", "é"), ("<?php x ?>a", "a"), ("<A HREF=x>a</A><BR>b", "a\nb"),
    ("<custom-tag>a</custom-tag>", "a"), ("e\u{301}", "e\u{301}"),
    ("<!DOCTYPE x [<!ENTITY e \"boom\">]>&e;", "]>&e;"),
  ])
  func `htmlText`(_ html: String, _ text: String) throws {
    let run = ExpressionRun(record: "{\"t\":\(JSONText.quoted(html))}")
    #expect(try run("t | htmlText") == JSONText.quoted(text))
  }

  @Test(arguments: [
    ("<a href='x'>a</a><a name=y>b</a><a href=\"z?a=1&amp;b=2\">c</a>", ["x", "z?a=1&b=2"]),
    ("<A HREF=X>", ["X"]), ("<a href=x><img src=i.png href=y></a>", ["x", "y"]),
    ("<area href=a><link href=l>", ["a", "l"]), ("<a href=''>a</a>", [""]), ("none", []), ("", []),
    ("<a href=\" /x \">a</a>", [" /x "]), ("<a href=é>a</a>", ["é"]),
  ])
  func `htmlLinks`(_ html: String, _ links: [String]) throws {
    let run = ExpressionRun(record: "{\"t\":\(JSONText.quoted(html))}")
    let expected = "[" + links.map { JSONText.quoted($0) }.joined(separator: ",") + "]"
    #expect(try run("t | htmlLinks") == (links.isEmpty ? "absent" : expected))
  }

  @Test(arguments: [
    ("<img src=a.png><p><IMG SRC='b.png'></p>", #"["a.png","b.png"]"#),
    ("<script src=x.js></script><img alt=a>", "absent"), ("<iframe src=x></iframe>", "absent"),
    ("<img src='data:image/png;base64,AA=='>", #"["data:image/png;base64,AA=="]"#),
  ])
  func `htmlImages`(_ html: String, _ result: String) throws {
    #expect(
      try ExpressionRun(record: "{\"t\":\(JSONText.quoted(html))}")("t | htmlImages") == result)
  }

  @Test func `a deep tree takes no deep stack`() throws {
    let depth = 50_000
    let html =
      String(repeating: "<b>", count: depth) + "x" + String(repeating: "</b>", count: depth)
    let run = ExpressionRun(record: "{\"t\":\"\(html)\"}")
    #expect(try run("t | htmlText") == #""x""#)
    #expect(try run("t | htmlLinks") == "absent")
  }

  @Test func `what is no text fails`() throws {
    for step in ["htmlText", "htmlLinks", "htmlImages"] {
      #expect(try ExpressionRun(record: #"{"t":5}"#)("t | \(step)") == "failed: expected a text")
      #expect(try ExpressionRun()("t | \(step)") == "absent")
    }
  }

  @Test func `a NUL ends nothing`() throws {
    let run = ExpressionRun(record: #"{"t":"a\u0000b<a href=x>"}"#)
    #expect(try run("t | htmlLinks") == #"["x"]"#)
  }
}
