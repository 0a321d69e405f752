import TextModels

/// The sentences of answers. Rows of `wording.tsv`: key  text.
///
/// `{name}` stands for a value, `{name:form}` for a value in one of the forms of its type: see `WordingValue`.
enum Wording {
  /// Returns the text of a key with its values; the key itself if the table does not have it.
  static func text(_ key: String, _ values: [String: any WordingValue] = [:]) -> String { find(key, values) ?? key }

  /// Returns the text of a key that not every value has.
  static func find(_ key: String, _ values: [String: any WordingValue] = [:]) -> String? {
    texts[key].map { TextFormat.filled($0) { name, form in values[name]?.text(form) ?? "" } }
  }

  /// Joins the sentences that there are.
  static func join(_ sentences: String?...) -> String {
    sentences.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static let texts = CoachTable.wording.values
}
