package import HealthModels

/// The numbers that a reply of the safety stage names first. Rows of `regions.tsv`:
///   region (ISO 3166-1)  emergency  poison control  crisis line, as the national services publish them
extension HelpNumbers {
  /// The numbers of each region, which is in upper case.
  package static let byRegion = Dictionary(
    CoachTable.regions.rows(4).map { ($0[0], HelpNumbers(emergency: $0[1], poison: $0[2], crisis: $0[3])) }
  ) { first, _ in first }

  /// Returns the sentence before a reply; empty without a number for it.
  func lead(_ category: SafetyFinding.Category) -> String {
    let own = category == .selfHarm ? crisis : category == .poisoning ? poison : ""
    let numbers = [own, category.severity > .advice ? emergency : ""].filter { !$0.isEmpty }
    return numbers.isEmpty ? "" : numbers.map { "\u{260E} \($0)" }.joined(separator: " \u{B7} ") + " \u{2013} "
  }
}
