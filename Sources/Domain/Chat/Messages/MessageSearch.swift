import Storage

/// A search through the newest messages of a room, in steps.
///
/// Each step is a read of its own: clients that wait for a reader take turns between the steps, and not between searches.
struct MessageSearch: Sendable {
  /// Messages that one step looks at: about two milliseconds of a reader's time.
  static let leastStep: Int64 = 8192
  /// Searches of any depth end after this many steps.
  private static let maxSteps: Int64 = 64

  private let pattern: String
  private let window: MessageWindow
  private let depth: Int64
  private let step: Int64
  /// Messages from this one on were looked at; nil before the first step.
  private var end: Int64?
  /// The search ends at this message, which is not looked at.
  private var bottom: Int64 = 0
  /// Newest first.
  private var found: [ChatMessage] = []
  private var bytes = 0
  private var hasMore = false
  private(set) var isOver = false

  /// - Parameters:
  ///   - phrase: folded.
  ///   - window: of the messages in question. The newest ones that match are found, also with `after`.
  ///   - depth: the number of messages that the search looks at.
  ///   - leastStep: the number of messages that one step looks at, more if `depth` needs too many steps.
  init(_ phrase: String, in window: MessageWindow, depth: Int, leastStep: Int64 = Self.leastStep) {
    pattern = LikePattern.containing(phrase)
    self.window = window
    self.depth = Int64(min(depth, 1 << 53))
    step = max(leastStep, self.depth / Self.maxSteps)
  }

  /// The messages found, oldest first. Valid once the search is over.
  var page: MessagePage {
    var next: MessageWindow?
    if hasMore {
      next = found.last.map { window.following(before: $0.id) }
    } else if bottom > window.after ?? 0 {
      next = window.following(before: bottom + 1)
    }
    return MessagePage(messages: found.reversed(), next: next)
  }

  /// Looks at the next messages. - Parameter room: as it is now.
  mutating func advance(_ room: Room, in connection: any SQLConnection) throws {
    let end = self.end ?? begin(room)
    let low = max(bottom, end - 1 - step)
    // One more than the page takes shows that there are more.
    let rows = try connection.query(
      """
      SELECT * FROM chat_messages WHERE room_id = $1 AND id > $2 AND id < $3 AND deleted_at IS NULL
      AND COALESCE(folded, content) LIKE $4 \(LikePattern.escape)
      ORDER BY id DESC LIMIT \(window.limit + 1 - found.count)
      """, [.integer(room.id), .integer(low), .integer(end), .text(pattern)])
    for message in rows.compactMap(ChatMessage.init) {
      guard found.count < window.limit, bytes < MessageWindow.maxBytes else {
        hasMore = true
        break
      }
      found.append(message)
      bytes += message.content.utf8.count
    }
    self.end = low + 1
    isOver = low <= bottom || hasMore
  }

  /// - Returns: the message before which the search begins.
  private mutating func begin(_ room: Room) -> Int64 {
    let end = min(window.before ?? .max, room.lastMessage + 1)
    bottom = max(window.after ?? 0, end - 1 - depth)
    return end
  }
}
