extension StepEntry {
  static let geopoint = StepEntry(
    name: "geopoint",
    summary: "a latitude with a longitude",
    input: .number, output: .geopoint,
    parameters: [Parameter(name: "longitude", form: .expression(.number))],
    example: Example(
      "lat | geopoint(lng) | exists", given: #"{"lat":52.5,"lng":13.4}"#, result: "true"),
    code: { arguments in
      let argument = arguments.evaluator(0)
      return { value, scope in
        let other = argument(&scope)
        if case .failed = other { return other }
        if other.isAbsent { return .absent }
        guard let latitude = value.asDegrees, let longitude = other.asDegrees else {
          return .failed(Failure("expected a number for the latitude and one for the longitude"))
        }
        return .geopoint(latitude: latitude, longitude: longitude)
      }
    })
}

extension Value {
  /// Whether they lie in range is asked of every geo point, wherever it comes from: here infinite ones may pass.
  var asDegrees: Double? { ExactNumber(self)?.nearestDouble }
}
