/// The text forms of figures and lists for users.
package enum TextFormat {
  /// "1,240", "82", "6.5": whole from 10 on, one decimal below.
  package static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "0" }
    let tenths = Int((value.magnitude * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "-" : ""
    if value.magnitude >= 10 || tenths % 10 == 0 { return sign + grouped(Int(value.magnitude.rounded())) }
    return sign + "\(tenths / 10).\(tenths % 10)"
  }

  /// At most two decimals without trailing zeros: 0.5, 118, 2.25. "0" for values that are not finite or from 1e15 on.
  package static func decimal(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "0" }
    let hundredths = Int((value.magnitude * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return sign + String(whole) }
    if rest % 10 == 0 { return sign + "\(whole).\(rest / 10)" }
    return sign + "\(whole)." + (rest < 10 ? "0" : "") + String(rest)
  }

  /// "a", "a and b", "a, b and c".
  package static func list(_ parts: [String], _ conjunction: String = "and") -> String {
    guard let last = parts.last else { return "" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// A line, and a list below it.
  package static func lines(_ head: String, _ items: [String]) -> String {
    head + "\n" + items.map { "- \($0)\n" }.joined()
  }

  /// A template with the values of its placeholders: `{name}`, or `{name:form}` for a value in one of its forms.
  package static func filled(_ template: String, _ value: (_ name: String, _ form: String) -> String) -> String {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pieces[0].split(separator: ":")
      return text + value(String(name.first ?? ""), name.count > 1 ? String(name[1]) : "") + (pieces.last ?? "")
    }
  }

  /// The sentences of a text, with their marks. A point after a single letter that is no unit ends none.
  package static func sentences(_ text: String) -> [String] {
    text.replacing(#/((?:\w[\w)]| [gl%])[.!?]) /#) { $0.1 + "\n" }.items("\n")
  }

  /// The first sentence, or the items of a list without what stands around it.
  package static func shortened(_ text: String) -> String {
    let lines = text.items("\n")
    if lines.count > 2 { return lines.filter { $0.hasPrefix("- ") }.joined(separator: "\n") }
    return sentences(text).first ?? text
  }

  private static func grouped(_ value: Int) -> String {
    value < 1000 ? String(value) : grouped(value / 1000) + "," + String(1000 + value % 1000).dropFirst()
  }
}

extension String {
  /// The text with a capital at its start.
  package var capitalised: String { prefix(1).uppercased() + dropFirst() }

  /// The text without a capital at its start.
  package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Array where Element: Equatable {
  /// The first of equal elements each. The cost is quadratic: for short lists.
  package var distinct: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
