extension StepEntry {
  static let htmlImages = StepEntry(
    name: "htmlImages",
    summary: "the src of every img of an HTML fragment, in its order",
    input: .text, output: .list,
    example: Example(
      "t | htmlImages", given: #"{"t":"<p><img src='a.png'><img src=b.png alt=b></p>"}"#,
      result: #"["a.png","b.png"]"#),
    code: { _ in HTMLAttributes.code("src", of: "img") })
}
