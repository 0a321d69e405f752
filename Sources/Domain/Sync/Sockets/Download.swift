import Bytes
import JSONCodec

/// A pull that is being streamed to a device.
struct Download: Sendable {
  /// The form of its pages.
  enum Form: Sendable {
    /// For `start_sync`: pages, each followed by progress; the last progress is `completed`.
    case session
    /// For `request_server_data`.
    case response
    /// For `server_data_request`.
    case domain(String)
  }

  let id: String
  let form: Form
  /// The number of items still to send; nil for all.
  var left: Int?
  private(set) var isOver = false
  private var pull: Pull
  private var total: Int
  private var sent = 0

  init(_ pull: Pull, form: Form, id: String, total: Int) {
    self.pull = pull
    self.form = form
    self.id = id
    self.total = total
  }

  /// Reads the next page. - Returns: the download after it, and its frames.
  func next(_ sync: SyncService, userID: String) async throws -> (Download, [[UInt8]]) {
    let configuration = sync.configuration
    let (download, now) = (self, sync.environment.now())
    return try await sync.page(
      pull, userID: userID, limit: min(configuration.pageItems, left ?? .max), maxBytes: configuration.pageBytes
    ) { page in
      var next = download
      let frames = next.frames(page, at: now).map(\.encoded)
      return (next, frames)
    }
  }

  private mutating func frames(_ page: ChangePage, at now: Timestamp) -> [JSONValue] {
    sent += page.changes.count
    pull.position = page.end
    pull.whole = page.whole
    left = left.map { $0 - page.changes.count }
    isOver = !page.hasMore || left == 0
    switch form {
    case .response: return [SyncFrames.serverData(page, requestID: id, syncID: nil, at: now)]
    case .domain(let domain): return [SyncFrames.domainData(page, requestID: id, domain: domain, at: now)]
    case .session:
      // Changes since the start are included.
      total = isOver ? sent : max(total, sent)
      return [
        SyncFrames.serverData(page, requestID: id, syncID: id, at: now),
        SyncFrames.syncProgress(
          id, synced: sent, total: total, status: isOver ? "completed" : "running", token: page.cursor, at: now),
      ]
    }
  }
}
