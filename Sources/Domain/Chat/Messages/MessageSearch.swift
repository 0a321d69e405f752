import Storage

/// A search through the newest messages of a room, in steps.
///
/// Each step is a read transaction of its own, so that other clients get a reader between the steps of a search.
struct MessageSearch: Sendable {
  /// Messages that one step reads: about two milliseconds of a reader.
  static let leastStep: Int64 = 8192
  /// Searches of any depth end after this many steps.
  private static let maxSteps: Int64 = 64

  private let pattern: String
  private let window: MessageWindow
  private let depth: Int64
  private let step: Int64
  /// Messages from this one on were read; nil before the first step.
  private var end: Int64?
  /// The search ends before this message.
  private var bottom: Int64 = 0
  /// Newest first.
  private var found: [ChatMessage] = []
  private var bytes = 0
  private var hasMore = false
  private(set) var isOver = false

  /// - Parameters:
  ///   - phrase: folded text (`RoomName.key`).
  ///   - window: the range of messages. The newest matches are found, even with `after`.
  ///   - depth: the number of messages that the search reads.
  ///   - leastStep: the number of messages that one step reads; more if `depth` needs too many steps.
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

  /// Reads the next messages. - Parameter room: its present row.
  mutating func advance(_ room: Room, in connection: any SQLConnection) throws {
    let end = self.end ?? begin(room)
    let low = max(bottom, end - 1 - step)
    // One row more than the page holds shows that there are more.
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

  /// - Returns: the message before which the search starts.
  private mutating func begin(_ room: Room) -> Int64 {
    let end = min(window.before ?? .max, room.lastMessage + 1)
    bottom = max(window.after ?? 0, end - 1 - depth)
    return end
  }
}
