import Runtime

/// A least-recently-used cache of values that are valid for one version, bounded by their total cost. Thread-safe.
final class VersionedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var version: Int64
    var cost: Int
    var lastUse: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var cost = 0
    /// Number of uses so far, as a logical clock.
    var uses = 0
  }

  private let state = Locked(State())
  private let maxCost: Int

  /// - Parameter maxCost: largest total cost of the values.
  init(maxCost: Int) { self.maxCost = maxCost }

  /// The cached value, if it has this version.
  func value(_ key: Key, version: Int64) -> Value? {
    state.withLock { state in
      guard let entry = state.entries[key], entry.version == version else { return nil }
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return entry.value
    }
  }

  /// Caches a value. Values above the maximum cost are ignored.
  ///
  /// - Parameter cost: at least 1.
  func keep(_ value: Value, _ key: Key, version: Int64, cost: Int) {
    guard cost <= maxCost else { return }
    state.withLock { state in
      state.uses += 1
      let old = state.entries.updateValue(
        Entry(value: value, version: version, cost: cost, lastUse: state.uses), forKey: key)
      state.cost += cost - (old?.cost ?? 0)
      if state.cost > maxCost { Self.shrink(&state, to: maxCost / 2) }
    }
  }

  /// Removes half of the cost at once, so that one sort serves many insertions.
  private static func shrink(_ state: inout State, to limit: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where state.cost > limit {
      state.entries[key] = nil
      state.cost -= entry.cost
    }
  }

  /// Total cost of the cached values.
  var cost: Int { state.withLock { $0.cost } }
}
