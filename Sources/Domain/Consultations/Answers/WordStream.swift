/// Emits a finished text word by word, from the end of the part that an earlier run wrote.
struct WordStream: Sendable {
  /// The delay after each word.
  let interval: Duration

  /// - Parameter written: the part of `text` that an earlier run emitted.
  /// - Throws: `AnswerFailure.interrupted` if `text` does not begin with `written`; errors of `emit`.
  func emit(_ text: String, after written: String, _ emit: (String) async throws -> Void) async throws {
    // Compared as bytes, because a crash may have split a character.
    let bytes = Array(text.utf8)
    guard bytes.starts(with: written.utf8) else { throw AnswerFailure.interrupted }
    for word in Self.words(String(decoding: bytes.dropFirst(written.utf8.count), as: UTF8.self)) {
      try await emit(word)
      if interval > .zero { try? await Task.sleep(for: interval) }
    }
  }

  /// Splits a text into words, each with the space before it.
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
