/// How far a device has heard: up to a change, of some kinds of items. On the wire it is text, `next_sync_token`.
///
///     42         everything up to change 42
///     42.bv      behavioral and voice items up to change 42
///     42~7000    everything up to change 42, told anew since deletions up to change 7000 are forgotten
///     42.bv~7000
package struct Cursor: Equatable, Sendable {
  package var change: Int64
  package var types: Set<DataType>
  /// Of a device that is being told everything: the newest deletion that had been forgotten when that began.
  package var whole: Int64?

  package init(change: Int64 = 0, types: Set<DataType> = Set(DataType.allCases), whole: Int64? = nil) {
    self.change = change
    self.types = types
    self.whole = whole
  }

  /// - Returns: nil for what no cursor looks like.
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

  private static func number(_ text: Substring) -> Int64? {
    guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return Int64(text)
  }

  package var text: String {
    let letters = types.count < DataType.allCases.count ? "." + String(types.map(\.letter).sorted()) : ""
    return "\(change)\(letters)" + (whole.map { "~\($0)" } ?? "")
  }

  /// Where a pull of `wanted` begins: behind the cursor, or at the start where it says nothing about one of them.
  func start(for wanted: Set<DataType>) -> Int64 { wanted.isSubset(of: types) ? change : 0 }
}
