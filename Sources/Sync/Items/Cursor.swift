/// How far a device has heard: up to a change, of some kinds of items. On the wire it is text, `next_sync_token`.
///
///     42        everything up to change 42
///     42.bv     behavioral and voice items up to change 42
package struct Cursor: Equatable, Sendable {
  package var change: Int64
  package var types: Set<DataType>

  package init(change: Int64 = 0, types: Set<DataType> = Set(DataType.allCases)) {
    self.change = change
    self.types = types
  }

  /// - Returns: nil for what no cursor looks like.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, (1...19).contains(first.utf8.count), first.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
      let change = Int64(first)
    else { return nil }
    self.init(change: change)
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

  package var text: String {
    guard types.count < DataType.allCases.count else { return String(change) }
    return "\(change)." + String(types.map(\.letter).sorted())
  }

  /// Where a pull of `wanted` begins: behind the cursor, or at the start where it says nothing about one of them.
  func start(for wanted: Set<DataType>) -> Int64 { wanted.isSubset(of: types) ? change : 0 }
}
