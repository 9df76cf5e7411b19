import Pipeline

/// Which run of several targets a state is of, written in front of it: one target may be a run further than another, and
/// then what they tell does not belong together.
struct RunOfSeveral: Equatable {
  private static let sign = Array("several ".utf8)
  private let id: [UInt8]

  init() {
    let number = UInt64.random(in: 0 ... .max)
    id = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Nil for a state that was saved by a target alone.
  init?(of state: [UInt8]?) {
    guard let state, state.starts(with: Self.sign), state.count >= Self.sign.count + 8 else {
      return nil
    }
    id = Array(state[Self.sign.count..<Self.sign.count + 8])
  }

  func mark(_ state: [UInt8]) -> [UInt8] { Self.sign + id + state }

  static func unmarked(_ state: [UInt8]) -> [UInt8] {
    RunOfSeveral(of: state) == nil ? state : Array(state.dropFirst(sign.count + 8))
  }
}
