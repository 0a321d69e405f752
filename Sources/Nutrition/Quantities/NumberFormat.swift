/// Numbers as text, without Foundation.
enum NumberFormat {
  /// At most two decimals without trailing zeros: 0.5, 118, 2.25. "0" for values that are not finite or from 1e15 on.
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
