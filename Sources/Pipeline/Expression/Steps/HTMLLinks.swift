extension StepEntry {
  static let htmlLinks = StepEntry(
    name: "htmlLinks",
    summary: "every href of an HTML fragment, in its order",
    input: .text, output: .list,
    example: Example(
      "t | htmlLinks", given: #"{"t":"<a href='/a?x=1&amp;y=2'>a</a> <a href=/b>b</a>"}"#,
      result: #"["/a?x=1&y=2","/b"]"#),
    code: { _ in HTMLAttributes.code("href", of: nil) })
}
