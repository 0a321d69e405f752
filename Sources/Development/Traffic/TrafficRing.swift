/// The newest entries of the traffic, bounded in bytes. A value without time and I/O.
struct TrafficRing: Sendable {
  /// The bound of all entries, in bytes.
  let maxBytes: Int
  /// The id of the last entry that was added; 0 before the first one.
  private(set) var lastID = 0
  private var entries: [TrafficEntry] = []
  /// The index of the oldest entry; the ones before it were dropped.
  private var first = 0
  private(set) var bytes = 0

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// The id of the oldest entry; that of the next one if there is none.
  var firstID: Int { lastID + 1 - (entries.count - first) }

  /// Adds an entry with the next id, and drops the oldest ones over the bound. Amortized constant time.
  mutating func append(_ entry: TrafficEntry) {
    lastID += 1
    var entry = entry
    entry.id = lastID
    entries.append(entry)
    bytes += entry.byteCount
    while bytes > maxBytes, first < entries.count - 1 {
      bytes -= entries[first].byteCount
      // Released now; the place is removed later with others.
      entries[first].content = .firing(FiringRecord(faultID: 0, kind: .delay, summary: ""))
      first += 1
    }
    guard first > 64, first * 2 > entries.count else { return }
    entries.removeFirst(first)
    first = 0
  }

  /// Drops all entries. Ids continue.
  mutating func removeAll() {
    entries = []
    first = 0
    bytes = 0
  }

  /// The entries that a query selects, and the id up to which the result is complete.
  func page(_ query: TrafficQuery) -> TrafficPage {
    guard let after = query.after else { return newest(query) }
    var page = TrafficPage(lastID: max(after, firstID - 1))
    var pageBytes = 0
    // Ids are consecutive, so the index follows from the id. A client may continue after an id of an earlier process.
    let start = min(max(after, firstID - 1), lastID) - (firstID - 1)
    for entry in entries[(first + start)...] {
      if query.selects(entry) {
        guard page.entries.count < query.limit, pageBytes + entry.byteCount <= query.maxBytes || page.entries.isEmpty
        else { return page }
        page.entries.append(entry)
        pageBytes += entry.byteCount
      }
      page.lastID = entry.id
    }
    page.lastID = lastID
    return page
  }

  private func newest(_ query: TrafficQuery) -> TrafficPage {
    var page = TrafficPage(lastID: lastID)
    var pageBytes = 0
    for entry in entries[first...].reversed() where query.selects(entry) {
      guard page.entries.count < query.limit, pageBytes + entry.byteCount <= query.maxBytes || page.entries.isEmpty
      else { break }
      page.entries.append(entry)
      pageBytes += entry.byteCount
    }
    page.entries.reverse()
    return page
  }
}

/// The selection of entries.
struct TrafficQuery: Sendable, Equatable {
  /// The id after which entries are wanted; nil for the newest ones.
  var after: Int?
  var limit = 100
  var kind: TrafficEntry.Kind?
  var connection: Int?
  /// The maximum wait for an entry.
  var wait = Duration.zero
  /// The bound of the entries of one response, in bytes.
  var maxBytes = 1 << 20

  func selects(_ entry: TrafficEntry) -> Bool {
    if let kind, entry.kind != kind { return false }
    if let connection, entry.connection != connection { return false }
    return true
  }
}

/// Selected entries, oldest first.
struct TrafficPage: Sendable {
  var entries: [TrafficEntry] = []
  /// The id after which a client continues.
  var lastID: Int
}
