import Foundation

/// What is remembered between two answers of a language model in one consultation.
struct ModelMemory: Codable, Equatable {
  /// What was said up to `through`, in short.
  var summary: String?
  /// The number of the last message that the summary tells of.
  var through: Int64 = 0

  init() {}

  /// - Parameter text: as `text` gave it; anything else is the memory of a new consultation.
  init(_ text: String) {
    self = (try? JSONDecoder().decode(ModelMemory.self, from: Data(text.utf8))) ?? ModelMemory()
  }

  var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
}
