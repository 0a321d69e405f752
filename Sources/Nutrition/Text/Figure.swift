/// Numbers as text, without Foundation.
enum Figure {
  /// At most two decimals, no trailing zeros: 0.5, 118, 2.25. `value` must be finite and below 1e15.
  static func text(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "0" }
    let hundredths = Int((value.magnitude * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return sign + String(whole) }
    if rest % 10 == 0 { return sign + "\(whole).\(rest / 10)" }
    return sign + "\(whole)." + (rest < 10 ? "0" : "") + String(rest)
  }
}
