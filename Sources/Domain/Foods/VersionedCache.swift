import Runtime

/// Values that are good as long as a version is, bounded by a cost. Any thread.
final class VersionedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var version: Int64
    var cost: Int
    var turn: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var cost = 0
    /// Counts uses, so that the entries that were not used for long go first.
    var turn = 0
  }

  private let state = Locked(State())
  private let maxCost: Int

  init(maxCost: Int) { self.maxCost = maxCost }

  /// The value of that version, if it is here.
  func value(_ key: Key, version: Int64) -> Value? {
    state.withLock { state in
      guard let entry = state.entries[key], entry.version == version else { return nil }
      state.turn += 1
      state.entries[key]?.turn = state.turn
      return entry.value
    }
  }

  /// - Parameter cost: at least 1; what costs more than the whole cache may is not kept.
  func keep(_ value: Value, _ key: Key, version: Int64, cost: Int) {
    guard cost <= maxCost else { return }
    state.withLock { state in
      state.turn += 1
      let old = state.entries.updateValue(
        Entry(value: value, version: version, cost: cost, turn: state.turn), forKey: key)
      state.cost += cost - (old?.cost ?? 0)
      if state.cost > maxCost { Self.shrink(&state, to: maxCost / 2) }
    }
  }

  /// Half goes at once, so that the sorting is paid for by many uses.
  private static func shrink(_ state: inout State, to limit: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.turn < $1.value.turn }) where state.cost > limit {
      state.entries[key] = nil
      state.cost -= entry.cost
    }
  }

  /// The cost of what is kept.
  var cost: Int { state.withLock { $0.cost } }
}
