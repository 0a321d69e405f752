/// A dictionary of bounded size: it keeps the `capacity` keys that were written last, and at most as many older ones.
///
/// Entries live in two generations. When the young generation is full, it replaces the old one, whose entries are
/// dropped.
struct RecentDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  init(capacity: Int) { self.capacity = capacity }

  /// Number of entries, at most twice the capacity.
  var count: Int { young.count + old.count }

  subscript(key: Key) -> Value? {
    get { young[key] ?? old[key] }
    set {
      old[key] = nil
      if newValue != nil, young[key] == nil, young.count >= capacity {
        old = young
        young = [:]
      }
      young[key] = newValue
    }
  }

  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }
}
