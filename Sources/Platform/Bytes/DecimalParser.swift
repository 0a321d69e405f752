/// Parses the numbers of tables: digits with at most one decimal point.
package enum DecimalParser {
  /// The value of "12", "12.5" or ".5"; nil for other text, and for more than 15 digits.
  ///
  /// With at most 15 digits both operands of the division are exact, so that the result is what `Double(String)` gives.
  package static func value(_ bytes: ArraySlice<UInt8>) -> Double? {
    var (digits, count, power) = (0, 0, 1.0)
    var isFraction = false
    for byte in bytes {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), count < 15 {
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        if isFraction { power *= 10 }
      } else {
        return nil
      }
    }
    return count > 0 ? Double(digits) / power : nil
  }
}
