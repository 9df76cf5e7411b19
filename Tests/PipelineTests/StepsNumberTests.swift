import Testing

@testable import Pipeline

@Suite struct StepsNumberTests {
  static let big = "failed: the number fits into no 64-bit integer and no double"
  static let noNumber = "failed: expected a number or a text that spells one"
  static let fraction = "failed: the number has a fraction"
  static let noInteger = "failed: the number fits into no 64-bit integer"
  static let noDouble = "failed: no double holds this number"
  static let overflow = "failed: the result fits into no 64-bit integer"
  static let noBoolean = "failed: expected true or false, their texts, 1 or 0"

  @Test(arguments: [
    ("7", "7"), ("10.0", "10"), ("1e3", "1000"), ("-0.0", "0"), ("\"42\"", "42"),
    ("\"-7\"", "-7"), ("\"007\"", "7"), ("\"12000.0\"", "12000"), ("\"1.5e1\"", "15"),
    ("\"9223372036854775807\"", "9223372036854775807"),
    ("\"-9223372036854775808\"", "-9223372036854775808"),
    ("\"9223372036854775808\"", noInteger), ("9223372036854775808", noInteger),
    ("1e300", noInteger), ("1e400", noInteger), ("9223372036854775808.0", noInteger),
    ("\"1e999999999999\"", noInteger), ("\"0e999999999999\"", "0"),
    ("10.5", fraction), ("\"10.5\"", fraction), ("\"1e-1\"", fraction), ("1e-300", fraction),
    ("\"\"", noNumber), ("\" 1\"", noNumber), ("\"+1\"", noNumber), ("\"1.\"", noNumber),
    ("\".5\"", noNumber), ("\"1e\"", noNumber), ("\"0x10\"", noNumber), ("\"1,5\"", noNumber),
    ("\"-\"", noNumber), ("\"١\"", noNumber), ("true", noNumber), ("[1]", noNumber),
    ("null", "absent"),
  ])
  func `integer is exact or fails`(_ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | integer") == result)
  }

  @Test(arguments: [
    ("7", "7.0"), ("1.5", "1.5"), ("\"522.50\"", "522.5"), ("\"0.1\"", "0.1"), ("\"-12\"", "-12.0"),
    ("9007199254740993", noDouble), ("\"9007199254740993\"", noDouble),
    ("9007199254740992", "9007199254740992.0"), ("\"1e400\"", noDouble), ("1e400", noDouble),
    ("\"1e-400\"", "0.0"), ("\"36893488147419103232\"", noDouble), ("\"NaN\"", noNumber),
    ("\"inf\"", noNumber), ("false", noNumber), ("null", "absent"),
  ])
  func `double is a number that a double holds`(_ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | double") == result)
  }

  static let noText = "failed: expected a text, a number, true or false, or a timestamp"

  @Test(arguments: [
    ("7", "string", #""7""#), ("10.0", "string", #""10.0""#), ("1e400", "string", #""1e400""#),
    ("18446744073709551615", "string", #""18446744073709551615""#), ("\"x\"", "string", #""x""#),
    ("true", "string", #""true""#), ("false", "string", #""false""#), ("[1]", "string", noText),
    ("0.25", "seconds | string", #""1970-01-01T00:00:00.25Z""#),
    ("\"a\"", "reference(\"c\") | string", #""c/a""#), ("null", "string", "absent"),
    ("true", "boolean", "true"), ("\"true\"", "boolean", "true"), ("\"false\"", "boolean", "false"),
    ("1", "boolean", "true"), ("0", "boolean", "false"), ("1.0", "boolean", "true"),
    ("0.0", "boolean", "false"), ("2", "boolean", noBoolean), ("\"1\"", "boolean", noBoolean),
    ("\"TRUE\"", "boolean", noBoolean), ("\"\"", "boolean", noBoolean),
    ("[true]", "boolean", noBoolean),
    ("null", "boolean", "absent"),
  ])
  func `string and boolean convert what is plain`(_ value: String, _ step: String, _ result: String)
    throws
  {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | \(step)") == result)
  }

  @Test(arguments: [
    ("1", "plus(2)", "3"), ("1", "plus(2.5)", "3.5"), ("1.5", "plus(1)", "2.5"),
    ("9223372036854775807", "plus(1)", overflow), ("-9223372036854775808", "minus(1)", overflow),
    ("9223372036854775807", "minus(-1)", overflow), ("9223372036854775807", "times(2)", overflow),
    ("-9223372036854775808", "times(-1)", overflow),
    ("3037000499", "times(3037000499)", "9223372030926249001"),
    ("9007199254740993", "plus(0)", "9007199254740993"),
    ("1e308", "times(10)", "failed: the result fits into no double"),
    ("18446744073709551615", "plus(1)", big), ("1", "plus(s)", "2"), ("1", "plus(zzz)", "absent"),
    ("1", "plus(t)", "failed: expected a number"),
    ("\"1\"", "plus(1)", "failed: expected a number"),
    ("3", "minus(5)", "-2"), ("3", "times(-2)", "-6"), ("null", "plus(1)", "absent"),
    ("1", "plus(t | seconds | exists | if(1, 0))", "failed: expected a number or a text of digits"),
  ])
  func `arithmetic is exact on integers`(_ value: String, _ step: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value),\"t\":\"x\"}")("s | \(step)") == result)
  }

  @Test(arguments: [
    ("1.005", 2, "1.01"), ("1.004", 2, "1.0"), ("2.5", 0, "3.0"), ("-2.5", 0, "-3.0"),
    ("0.5", 0, "1.0"), ("0.4", 0, "0.0"), ("-0.4", 0, "0.0"), ("0.05", 0, "0.0"),
    ("9.995", 2, "10.0"), ("99.5", 0, "100.0"), ("1e300", 2, "1e+300"), ("1e-300", 18, "0.0"),
    ("2.675", 2, "2.68"), ("1.45", 1, "1.5"), ("8.5e-7", 6, "1e-06"), ("15.5", -1, "20.0"),
    ("14.9", -1, "10.0"), ("4.9", -1, "0.0"), ("5.0", -1, "10.0"),
    ("7", 0, "7"), ("7", 5, "7"), ("15", -1, "20"), ("14", -1, "10"), ("-15", -1, "-20"),
    ("-14", -1, "-10"), ("4", -1, "0"), ("5", -1, "10"), ("5", -2, "0"),
    ("9223372036854775807", -1, overflow), ("9223372036854775807", -2, "9223372036854775800"),
    ("-9223372036854775808", -18, "-9000000000000000000"),
    ("9223372036854775807", 3, "9223372036854775807"),
    ("18446744073709551615", 0, big), ("\"1.5\"", 0, "failed: expected a number"),
    ("null", 0, "absent"),
  ])
  func `round takes the decimal as printed`(_ value: String, _ digits: Int, _ result: String) throws
  {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | round(\(digits))") == result)
  }
}
