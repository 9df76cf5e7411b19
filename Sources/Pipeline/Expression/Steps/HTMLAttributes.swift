import Interop
import JSONTree

/// What `htmlLinks` and `htmlImages` share.
enum HTMLAttributes {
  static func code(_ attribute: String, of element: String?) -> StepCode {
    TextStep.code { text, arena in
      let values = text.withSpan { text in
        HTMLFragment(text)?.values(of: attribute, in: element) ?? []
      }
      let mark = arena.stack.count
      for value in values { arena.stack.append(.text(arena.copy(value))) }
      return .items(arena, from: mark)
    }
  }
}
