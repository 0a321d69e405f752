import FoundationEssentials

/// The state of a consultation between two answers of a language model, stored as JSON.
struct ModelDialogueState: Codable, Equatable {
  /// The summary of the messages up to `through`; nil before the first one.
  var summary: String?
  /// The number of the last message that the summary covers.
  var through: Int64 = 0

  init() {}

  /// - Parameter text: a value of `text`; any other text is the state of a new consultation.
  init(_ text: String) {
    self = (try? JSONDecoder().decode(ModelDialogueState.self, from: Data(text.utf8))) ?? ModelDialogueState()
  }

  /// The JSON form.
  var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
}
