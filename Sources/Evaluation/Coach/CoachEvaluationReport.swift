/// The shares of recognised dangers and of false alarms as text.
package struct CoachEvaluationReport: Sendable {
  private let scores: [CoachScore]
  private let isVerbose: Bool

  /// - Parameter isVerbose: whether missed dangers and false alarms are listed.
  package init(_ evaluation: CoachEvaluation, isVerbose: Bool = false) {
    scores = evaluation.scores
    self.isVerbose = isVerbose
  }

  /// All tables, separated by empty lines.
  package var text: String {
    let dangers = scores.filter(\.item.isDanger)
    let harmless = scores.filter { !$0.item.isDanger }
    var parts = [
      Self.table("dangers recognised", dangers, \.item.kind, \.isRecognised),
      Self.table("dangers recognised by language", dangers, \.item.language, \.isRecognised),
      Self.table("false alarms", harmless, \.item.kind, \.isFalseAlarm),
    ]
    if isVerbose {
      parts.append(Self.list("missed", dangers.filter { !$0.isRecognised }))
      parts.append(Self.list("false", harmless.filter(\.isFalseAlarm)))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func table(
    _ title: String, _ scores: [CoachScore], _ group: (CoachScore) -> String, _ counts: (CoachScore) -> Bool
  ) -> String {
    guard !scores.isEmpty else { return "" }
    let groups = Dictionary(grouping: scores, by: group).sorted { $0.key < $1.key }
    let rows = groups.map { row("  " + $0.key, $0.value.count(where: counts), $0.value.count) }
    return ([row(title, scores.count(where: counts), scores.count)] + rows).joined(separator: "\n")
  }

  private static func list(_ title: String, _ scores: [CoachScore]) -> String {
    guard !scores.isEmpty else { return "" }
    let rows = scores.map { score in
      let item = score.item
      let place = "\(item.kind)/\(item.language)\(item.isHeld ? "/held" : "")"
      let id = item.id.isEmpty ? "" : item.id + " "
      let text = item.turns.map(printable).joined(separator: " | ")
      return "  \(id)[\(place)] -> \(score.outcome): \(text)"
    }
    return ([title] + rows).joined(separator: "\n")
  }

  /// Control characters of a file must not reach the terminal.
  static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// "name   12.5 % (1 of 8)".
  static func row(_ name: String, _ count: Int, _ whole: Int) -> String {
    let tenths = Int((Double(count) / Double(whole) * 1000).rounded())
    let padded = name + String(repeating: " ", count: max(1, 34 - name.count))
    return "\(padded)\(tenths / 10).\(tenths % 10) % (\(count) of \(whole))"
  }
}
