/// The telephone numbers that a reply of the safety stage names first.
///
/// Rows of `regions.tsv`: region (ISO 3166-1)  emergency  poison control  crisis line (empty: none); of national services.
package struct HelpNumbers: Sendable, Equatable {
  /// The emergency number.
  package var emergency: String
  /// Poison control.
  package var poison: String
  /// A line for people who think of suicide.
  package var crisis: String

  /// Creates the numbers of an operator; empty ones are not named.
  package init(emergency: String = "", poison: String = "", crisis: String = "") {
    self.emergency = emergency
    self.poison = poison
    self.crisis = crisis
  }

  /// The numbers of each region, which is in upper case.
  package static let byRegion = Dictionary(
    CoachTable.regions.rows(4).map { ($0[0], HelpNumbers(emergency: $0[1], poison: $0[2], crisis: $0[3])) }
  ) { first, _ in first }

  /// Returns these numbers, with those of an operator where they are set.
  package func replaced(by own: HelpNumbers) -> HelpNumbers {
    func number(_ path: KeyPath<HelpNumbers, String>) -> String {
      own[keyPath: path].isEmpty ? self[keyPath: path] : own[keyPath: path]
    }
    return HelpNumbers(emergency: number(\.emergency), poison: number(\.poison), crisis: number(\.crisis))
  }

  /// Returns the sentence before a reply; empty without a number for it.
  func lead(_ category: SafetyFinding.Category) -> String {
    let own = category == .selfHarm ? crisis : category == .poisoning ? poison : ""
    let numbers = [own, category.severity > .advice ? emergency : ""].filter { !$0.isEmpty }
    return numbers.isEmpty ? "" : numbers.map { "\u{260E} \($0)" }.joined(separator: " \u{B7} ") + " \u{2013} "
  }
}
