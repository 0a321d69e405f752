import API

/// The position of a device: the last received change, for some kinds of items. On the wire it is text,
/// `next_sync_token`.
///
///     42         everything up to change 42
///     42.bv      behavioral and voice items up to change 42
///     42~7000    everything up to change 42, in a full pull because deletions up to change 7000 are purged
///     42.bv~7000
package struct Cursor: Equatable, Sendable {
  /// The last received change.
  package var change: Int64
  /// The kinds of items that the position holds for.
  package var types: Set<DataType>
  /// During a full pull: the newest deletion that was purged before its start.
  package var whole: Int64?

  /// The default is the start of a full pull.
  package init(change: Int64 = 0, types: Set<DataType> = Set(DataType.allCases), whole: Int64? = nil) {
    self.change = change
    self.types = types
    self.whole = whole
  }

  /// - Returns: nil if the text is not a cursor.
  package init?(_ text: String) {
    let halves = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let change = parts.first.flatMap(Self.number) else { return nil }
    self.init(change: change)
    if halves.count == 2 {
      guard let whole = Self.number(halves[1]) else { return nil }
      self.whole = whole
    }
    guard parts.count == 2 else { return }
    var types: Set<DataType> = []
    for letter in parts[1] {
      guard let type = DataType.allCases.first(where: { $0.letter == letter }), types.insert(type).inserted else {
        return nil
      }
    }
    guard !types.isEmpty else { return nil }
    self.types = types
  }

  /// The text of a cursor, or none.
  static let schema = Schema.string.matching("([0-9]{1,18}(\\.[blmsv]{1,5})?(~[0-9]{1,18})?)?")

  private static func number(_ text: Substring) -> Int64? {
    guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return Int64(text)
  }

  /// The form on the wire.
  package var text: String {
    let letters = types.count < DataType.allCases.count ? "." + String(types.map(\.letter).sorted()) : ""
    return "\(change)\(letters)" + (whole.map { "~\($0)" } ?? "")
  }

  /// The position of a pull of some kinds: after the cursor, or 0 if the cursor does not cover all of them.
  func start(for wanted: Set<DataType>) -> Int64 { wanted.isSubset(of: types) ? change : 0 }
}
