import JSONTree

extension Converter {
  /// A number without a fraction in −2⁶³ … 2⁶³−1; `10.0` is 10.
  mutating func integer(_ value: Value, _ output: ByteBuffer) -> Outcome {
    switch value.asNumber {
    case .integer(let number):
      output.append(decimal: Int(number))
      return .written
    case .double(let number):
      guard number == number.rounded(.towardZero) else {
        return refuse(.type, "expected integer, found a number with a fraction")
      }
      guard let whole = Int64(exactly: number) else { return tooBig("a 64-bit integer") }
      output.append(decimal: Int(whole))
      return .written
    case .big: return tooBig("a 64-bit integer")
    case nil: return mismatch(.integer, value)
    }
  }

  /// A number that a double holds; integers only if exactly.
  mutating func double(_ value: Value, _ output: ByteBuffer) -> Outcome {
    switch value.asNumber {
    case .integer(let number):
      // Not every rounded result converts back: 2⁶³ is no Int64.
      guard let exact = Double(exactly: number) else {
        return refuse(.numberRange, "no double holds this integer exactly")
      }
      output.append(double: exact)
      return .written
    case .double(let number): return finite(number, output)
    case .big:
      // A server writes whole doubles with all their digits: 1e20 as 100000000000000000000.
      guard let exact = ExactNumber(value)?.exactDouble else { return tooBig("a double") }
      return finite(exact, output)
    case nil: return mismatch(.double, value)
    }
  }

  mutating func number(_ value: Value, _ output: ByteBuffer) -> Outcome {
    switch value.asNumber {
    case .integer(let number):
      watch.integers += 1
      output.append(decimal: Int(number))
      return .written
    case .double(let number):
      watch.doubles += 1
      return finite(number, output)
    case .big:
      if case .node(let node) = value, output.append(scalar: node, bigNumber: policy.bigNumber) {
        return .written
      }
      return tooBig("a 64-bit integer or a double")
    case nil: return mismatch(.number, value)
    }
  }

  mutating func finite(_ number: Double, _ output: ByteBuffer) -> Outcome {
    guard number.isFinite else { return tooBig("a double") }
    output.append(double: number)
    return .written
  }

  private mutating func tooBig(_ wanted: String) -> Outcome {
    refuse(.numberRange, "the number does not fit into \(wanted)")
  }

  /// RFC 3339 text with a zone, `{_seconds,_nanoseconds}`, `{seconds,nanoseconds}`, or a computed time.
  mutating func timestamp(_ value: Value, _ output: ByteBuffer) -> Outcome {
    if case .timestamp(let time) = value { return written(time, output) }
    if let text = value.asText {
      do throws(RFC3339.Fault) {
        return written(try RFC3339.parse(text), output)
      } catch .notRFC3339 {
        return refuse(
          .type, "expected timestamp, found text that is no RFC 3339 time with a zone")
      } catch {
        return refuse(.range, "the time is outside the years 1 to 9999")
      }
    }
    if case .node(let node) = value, node.kind == .object, let parts = node.secondsAndNanos {
      return time(parts.seconds, parts.nanos, output)
    }
    if value.asNumber != nil {
      return refuse(
        .type, "expected timestamp, found a number: say its unit with a step (seconds, millis)")
    }
    return mismatch(.timestamp, value)
  }

  /// Whole numbers, however they are written and however big.
  private mutating func time(
    _ seconds: ExactNumber, _ nanos: ExactNumber, _ output: ByteBuffer
  ) -> Outcome {
    guard case .integer(let nanos) = nanos, (0..<1_000_000_000).contains(nanos) else {
      return refuse(.range, "the nanoseconds are not between 0 and 999999999")
    }
    // Rounded down: nanoseconds count upwards from the second.
    if case .integer(let seconds) = seconds {
      let (micros, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
      if !overflow, let time = Timestamp(microseconds: micros + nanos / 1000) {
        return written(time, output)
      }
    }
    return refuse(.range, "the time is outside the years 1 to 9999")
  }

  private mutating func written(_ time: Timestamp, _ output: ByteBuffer) -> Outcome {
    if !FieldWatch.plausible.contains(time.microseconds) { watch.implausible += 1 }
    output.append(timestamp: time)
    return .written
  }

  /// Padded standard base64 (RFC 4648, section 4), kept as it is.
  mutating func base64(_ value: Value, _ output: ByteBuffer) -> Outcome {
    guard let text = value.asText else { return mismatch(.bytes, value) }
    guard text.isBase64 else {
      return refuse(.type, "expected bytes, found text that is no padded base64")
    }
    output.append(jsonText: text)
    return .written
  }

  mutating func geopoint(_ value: Value, _ output: ByteBuffer) -> Outcome {
    switch value {
    case .geopoint(let latitude, let longitude): return point(latitude, longitude, output)
    case .node(let node):
      guard let (latitude, longitude) = node.point else { return mismatch(.geopoint, value) }
      return point(latitude, longitude, output)
    // As an array of the export.
    case .list(let list) where list.count == 2:
      guard let latitude = list[0].asDegrees, let longitude = list[1].asDegrees else { break }
      return point(latitude, longitude, output)
    default: break
    }
    return mismatch(.geopoint, value)
  }

  mutating func point(
    _ latitude: Double, _ longitude: Double, _ output: ByteBuffer
  ) -> Outcome {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      return refuse(.range, "a latitude outside ±90 or a longitude outside ±180")
    }
    output.append("{\"latitude\":")
    output.append(double: latitude)
    output.append(",\"longitude\":")
    output.append(double: longitude)
    output.append(0x7D)
    return .written
  }

  /// The path of a document: an even number of segments, none of them empty.
  mutating func reference(_ value: Value, _ output: ByteBuffer) -> Outcome {
    let path: Bytes
    if case .reference(let computed) = value {
      path = computed
    } else if let text = value.asText {
      path = text
    } else {
      return mismatch(.reference, value)
    }
    guard path.isDocumentPath else {
      return refuse(.type, "expected reference, found text that is no path of a document")
    }
    output.append(jsonText: path)
    return .written
  }
}

extension Bytes {
  fileprivate var isDocumentPath: Bool {
    var segments = 1
    var length = 0
    for index in 0..<count {
      if self[index] == 0x2F {
        guard length > 0 else { return false }
        segments += 1
        length = 0
      } else {
        length += 1
      }
    }
    return length > 0 && segments % 2 == 0
  }

  /// Groups of four, `=` only at the end, and no bits set that no byte takes.
  fileprivate var isBase64: Bool {
    guard count % 4 == 0 else { return false }
    guard count > 0 else { return true }
    var padding = 0
    while padding < 2, self[count - 1 - padding] == UInt8(ascii: "=") { padding += 1 }
    var last = 0
    for index in 0..<count - padding {
      guard let digit = Self.base64Digit(self[index]) else { return false }
      last = digit
    }
    return padding == 0 || last & (padding == 1 ? 0b11 : 0b1111) == 0
  }

  private static func base64Digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension Node {
  /// `{_seconds,_nanoseconds}` or `{seconds,nanoseconds}` and nothing else; numbers without a fraction.
  fileprivate var secondsAndNanos: (seconds: ExactNumber, nanos: ExactNumber)? {
    guard let (first, second) = pair("_seconds", "_nanoseconds") ?? pair("seconds", "nanoseconds"),
      let seconds = ExactNumber(.node(first))?.normalized, seconds.isWhole,
      let nanos = ExactNumber(.node(second))?.normalized, nanos.isWhole
    else { return nil }
    return (seconds, nanos)
  }

  /// The spellings of a geo point (contract 2.2).
  fileprivate var point: (Double, Double)? {
    if kind == .array {
      var parts: [Node] = []
      forEachElement { position, value in
        if position == parts.count { parts.append(value) }
        return position < 3
      }
      guard parts.count == 2, parts[1].next == end else { return nil }
      return Self.coordinates(parts[0], parts[1])
    }
    guard kind == .object,
      let (latitude, longitude) = pair("latitude", "longitude")
        ?? pair("_latitude", "_longitude") ?? pair("lat", "lng")
    else { return nil }
    return Self.coordinates(latitude, longitude)
  }

  private static func coordinates(_ a: Node, _ b: Node) -> (Double, Double)? {
    guard let latitude = Value.node(a).asDegrees, let longitude = Value.node(b).asDegrees else {
      return nil
    }
    return (latitude, longitude)
  }

  /// The values of an object that has these two members and no others.
  private func pair(_ first: Bytes, _ second: Bytes) -> (Node, Node)? {
    var values: (Node?, Node?) = (nil, nil)
    var others = false
    forEachMember { key, value in
      if key.bytes == first {
        values.0 = value
      } else if key.bytes == second {
        values.1 = value
      } else {
        others = true
      }
      return !others
    }
    guard !others, let a = values.0, let b = values.1 else { return nil }
    return (a, b)
  }
}
