/// Emits a finished text word by word. The same text goes on after what an earlier run wrote.
struct WordStream: Sendable {
  /// The wait after each word.
  let interval: Duration

  /// - Parameter written: what an earlier run emitted of `text`.
  /// - Throws: `AnswerFailure.interrupted` if `text` does not begin with `written`; what `emit` throws.
  func emit(_ text: String, after written: String, _ emit: (String) async throws -> Void) async throws {
    // Compared as bytes: the pieces of a text may begin within what is one character.
    let bytes = Array(text.utf8)
    guard bytes.starts(with: written.utf8) else { throw AnswerFailure.interrupted }
    for word in Self.words(String(decoding: bytes.dropFirst(written.utf8.count), as: UTF8.self)) {
      try await emit(word)
      if interval > .zero { try? await Task.sleep(for: interval) }
    }
  }

  /// The words, each with the space before it.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var current = ""
    for character in text {
      if character == " ", !current.isEmpty {
        words.append(current)
        current = ""
      }
      current.append(character)
    }
    if !current.isEmpty { words.append(current) }
    return words
  }
}
