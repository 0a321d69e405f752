/// The hints that wait to be sent, bounded in bytes.
///
/// Hints beyond the limit are dropped, with all that wait: the receivers are asked to read the database instead.
struct HintQueue: Sendable {
  /// Notifies the receivers that hints were dropped.
  static let lost = Hint.Kind("lost")
  /// Bytes that a hint takes beside its texts.
  private static let hintBytes = 64

  private let maxBytes: Int
  private var waiting: [Hint] = []
  private var bytes = 0
  /// The number of hints that were dropped.
  private(set) var droppedCount = 0

  init(maxBytes: Int = 4 << 20) { self.maxBytes = maxBytes }

  /// Whether no hint waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a hint. One that equals the last one that waits is not added: a hint that must count needs a number of its own.
  /// - Returns: whether it is the first one that waits.
  mutating func add(_ hint: Hint) -> Bool {
    let size = Self.hintBytes + hint.key.utf8.count + hint.detail.utf8.count
    if waiting.last == hint { return false }
    guard bytes + size <= maxBytes else {
      drop()
      return false
    }
    waiting.append(hint)
    bytes += size
    return waiting.count == 1
  }

  /// Takes all hints.
  mutating func take() -> [Hint] {
    defer {
      waiting = []
      bytes = 0
    }
    return waiting
  }

  /// Replaces the waiting hints, and `others` that were not sent, by one about their loss.
  mutating func drop(and others: [Hint] = []) {
    droppedCount += (waiting + others).count { $0.kind != Self.lost }
    waiting = [Hint(Self.lost, key: "")]
    bytes = Self.hintBytes
  }
}
