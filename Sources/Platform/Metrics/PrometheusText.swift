/// A writer of the Prometheus text exposition format, version 0.0.4.
struct PrometheusText {
  private(set) var text = ""

  mutating func head(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(Self.escape(help, quotes: false))\n# TYPE \(name) \(type)\n"
  }

  mutating func sample(_ name: String, _ labels: [String], _ values: [String], _ value: Double) {
    text += name
    if !labels.isEmpty {
      text +=
        "{" + zip(labels, values).map { "\($0)=\"\(Self.escape($1, quotes: true))\"" }.joined(separator: ",") + "}"
    }
    text += " \(Self.number(value))\n"
  }

  mutating func histogram(_ name: String, _ labels: [String], _ values: [String], _ histogram: Histogram) {
    let state = histogram.snapshot
    var total: UInt64 = 0
    for (bound, count) in zip(histogram.bounds + [.infinity], state.counts) {
      total += count
      sample(name + "_bucket", labels + ["le"], values + [Self.number(bound)], Double(total))
    }
    sample(name + "_sum", labels, values, state.sum)
    sample(name + "_count", labels, values, Double(total))
  }

  /// Whole numbers have no fraction; infinity is `+Inf`.
  private static func number(_ value: Double) -> String {
    if value == .infinity { return "+Inf" }
    if value.isNaN { return "NaN" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }

  private static func escape(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
