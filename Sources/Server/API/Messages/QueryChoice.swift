package import HTTPServer

extension Request {
  /// A query parameter that is one of the cases; nil if it is absent. - Throws: `Problem` 400.
  package func queryChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws -> Choice? {
    guard let text = queryValue(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Problem.invalid(name, mustBe: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }
}
