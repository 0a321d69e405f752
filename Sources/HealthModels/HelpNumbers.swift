/// The telephone numbers of a region or an operator for people in danger; an empty one is not named.
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

  /// Returns these numbers, with those of an operator where they are set.
  package func replaced(by own: HelpNumbers) -> HelpNumbers {
    func number(_ path: KeyPath<HelpNumbers, String>) -> String {
      own[keyPath: path].isEmpty ? self[keyPath: path] : own[keyPath: path]
    }
    return HelpNumbers(emergency: number(\.emergency), poison: number(\.poison), crisis: number(\.crisis))
  }
}
