import Bytes
import Storage

/// The rows of `chat_rooms` and `chat_members`.
enum RoomRepository {
  /// Whether the user `$1` may see the room.
  private static let isVisible = """
    chat_rooms.deleted_at IS NULL AND (chat_rooms.is_private = 0 OR EXISTS (SELECT 1 FROM chat_members
      WHERE chat_members.room_id = chat_rooms.id AND chat_members.user_id = $1))
    """

  /// Joins the membership of the user `$1`, if there is one.
  private static let withMembership = """
    chat_rooms LEFT JOIN chat_members AS membership
      ON membership.room_id = chat_rooms.id AND membership.user_id = $1
    """

  /// Whether the user `$1` created the room or joined it by a request of their own.
  private static let isChosen =
    "(chat_rooms.owner_id IS NOT NULL AND chat_rooms.owner_id = $1 OR membership.self_joined = 1)"

  /// The room with this id; nil if the user may not see it.
  static func find(_ id: Int64, userID: String, in connection: any SQLConnection) throws -> Room? {
    try connection.first(
      "SELECT * FROM chat_rooms WHERE id = $2 AND \(isVisible)", [.text(userID), .integer(id)]
    ).flatMap(Room.init)
  }

  static func publicRoom(named key: String, in connection: any SQLConnection) throws -> Room? {
    try connection.first(
      "SELECT * FROM chat_rooms WHERE name_key = $1 AND is_private = 0 AND deleted_at IS NULL", [.text(key)]
    ).flatMap(Room.init)
  }

  /// The rooms of a name that the user may see, each with whether the user created it or joined it by a request of their
  /// own. Chosen ones come first; within each group the order is that of the ids.
  static func rooms(
    named key: String, userID: String, limit: Int, in connection: any SQLConnection
  ) throws -> [(room: Room, isChosen: Bool)] {
    try connection.query(
      """
      SELECT chat_rooms.*, CASE WHEN \(isChosen) THEN 1 ELSE 0 END AS is_chosen FROM \(withMembership)
      WHERE chat_rooms.name_key = $2 AND chat_rooms.deleted_at IS NULL
        AND (chat_rooms.is_private = 0 OR membership.user_id IS NOT NULL)
      ORDER BY is_chosen DESC, chat_rooms.id LIMIT \(limit)
      """, [.text(userID), .text(key)]
    ).compactMap { row in Room(row).map { ($0, row.integer("is_chosen") == 1) } }
  }

  /// Whether the user cannot give a new room this name: a public room has it, or one that the user created or joined by a
  /// request of their own. A room that another user added the user to does not take the name.
  static func isTaken(_ key: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      """
      SELECT 1 AS n FROM \(withMembership)
      WHERE chat_rooms.name_key = $2 AND chat_rooms.deleted_at IS NULL
        AND (chat_rooms.is_private = 0 OR \(isChosen)) LIMIT 1
      """, [.text(userID), .text(key)]) != nil
  }

  /// The rooms that the user may see, newest first.
  static func list(userID: String, limit: Int, offset: Int, in connection: any SQLConnection) throws -> [Room] {
    try connection.query(
      "SELECT * FROM chat_rooms WHERE \(isVisible) ORDER BY id DESC LIMIT $2 OFFSET $3",
      [.text(userID), .integer(Int64(limit)), .integer(Int64(offset))]
    ).compactMap(Room.init)
  }

  /// Inserts a room. - Throws: `StorageError.uniqueViolation` if a public room has the name.
  static func insert(
    name: String, isPrivate: Bool, ownerID: String?, now: Timestamp, in connection: any SQLConnection
  ) throws -> Room {
    let row = try connection.first(
      """
      INSERT INTO chat_rooms (name, name_key, is_private, owner_id, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING *
      """,
      [
        .text(name), .text(RoomName.key(name)), .bool(isPrivate), .optional(ownerID), .integer(now.milliseconds),
      ])
    guard let room = row.flatMap(Room.init) else {
      throw StorageError.constraintViolation(message: "chat_rooms gave no row")
    }
    return room
  }

  /// The last numbers of a room; nil if it does not exist.
  static func numbers(_ id: Int64, in connection: any SQLConnection) throws -> RoomNumbers? {
    let row = try connection.first(
      "SELECT is_private, last_message, last_change FROM chat_rooms WHERE id = $1 AND deleted_at IS NULL",
      [.integer(id)])
    guard let row, let message = row.integer("last_message"), let change = row.integer("last_change") else {
      return nil
    }
    return RoomNumbers(
      roomID: id, isPrivate: row.integer("is_private") == 1, lastMessage: message, lastChange: change)
  }

  static func store(_ numbers: RoomNumbers, in connection: any SQLConnection) throws {
    try connection.executeLater(
      "UPDATE chat_rooms SET last_message = $2, last_change = $3 WHERE id = $1",
      [.integer(numbers.roomID), .integer(numbers.lastMessage), .integer(numbers.lastChange)])
  }

  /// The number of rooms that the user owns.
  static func ownedCount(_ userID: String, in connection: any SQLConnection) throws -> Int64 {
    try connection.first(
      "SELECT COUNT(*) AS n FROM chat_rooms WHERE owner_id = $1 AND deleted_at IS NULL", [.text(userID)]
    )?.integer("n") ?? 0
  }

  /// Makes a room invisible to all users.
  static func hide(_ id: Int64, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE chat_rooms SET deleted_at = $2 WHERE id = $1", [.integer(id), .integer(now.milliseconds)])
  }

  /// The number of a user's rooms, and of the messages in them.
  static func count(
    ownedBy userID: String, in connection: any SQLConnection
  ) throws -> (rooms: Int, messages: Int) {
    let row = try connection.first(
      """
      SELECT COUNT(*) AS rooms, COALESCE(SUM(last_message), 0) AS messages FROM chat_rooms
      WHERE owner_id = $1 AND deleted_at IS NULL
      """, [.text(userID)])
    return (Int(row?.integer("rooms") ?? 0), Int(row?.integer("messages") ?? 0))
  }

  /// The ids of a user's rooms, hidden ones included.
  static func ids(ownedBy userID: String, in connection: any SQLConnection) throws -> [Int64] {
    try connection.query("SELECT id FROM chat_rooms WHERE owner_id = $1 ORDER BY id", [.text(userID)])
      .compactMap { $0.integer("id") }
  }

  /// Deletes the rooms of a user with their messages.
  static func delete(ownedBy userID: String, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM chat_rooms WHERE owner_id = $1", [.text(userID)])
  }

  /// Private rooms without members: no user can find them.
  private static let isAbandoned = """
    is_private = 1 AND deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM chat_members WHERE chat_members.room_id = chat_rooms.id)
    """

  static func hasAbandoned(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 AS n FROM chat_rooms WHERE \(isAbandoned) LIMIT 1", []) != nil
  }

  static func hideAbandoned(now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE chat_rooms SET deleted_at = $1 WHERE \(isAbandoned)", [.integer(now.milliseconds)])
  }

  /// Deletes up to `step` rows of hidden rooms. - Returns: whether there may be more.
  static func purge(step: Int, in connection: any SQLConnection) throws -> Bool {
    let row = try connection.first("SELECT id FROM chat_rooms WHERE deleted_at IS NOT NULL LIMIT 1", [])
    guard let id = row?.integer("id") else { return false }
    let count = try connection.execute(
      """
      DELETE FROM chat_messages WHERE room_id = $1 AND id IN
      (SELECT id FROM chat_messages WHERE room_id = $1 LIMIT \(step))
      """, [.integer(id)])
    if count < step { try connection.execute("DELETE FROM chat_rooms WHERE id = $1", [.integer(id)]) }
    return true
  }

  // MARK: - Members

  /// Makes the user a member. An existing membership stays, and becomes the user's own act if `isOwnAct`.
  ///
  /// - Parameter isOwnAct: whether the user created the room or asked to join it; false if another user added the user.
  static func join(
    _ id: Int64, userID: String, isOwnAct: Bool, now: Timestamp, in connection: any SQLConnection
  ) throws {
    try connection.execute(
      """
      INSERT INTO chat_members (room_id, user_id, joined_at, self_joined) VALUES ($1, $2, $3, $4)
      ON CONFLICT (room_id, user_id) DO UPDATE SET self_joined = excluded.self_joined
      WHERE excluded.self_joined > chat_members.self_joined
      """, [.integer(id), .text(userID), .integer(now.milliseconds), .bool(isOwnAct)])
  }

  /// Removes a member. - Returns: false if the user was no member.
  static func leave(_ id: Int64, userID: String, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM chat_members WHERE room_id = $1 AND user_id = $2", [.integer(id), .text(userID)]) > 0
  }

  static func isMember(_ id: Int64, userID: String, in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      "SELECT 1 AS n FROM chat_members WHERE room_id = $1 AND user_id = $2", [.integer(id), .text(userID)]) != nil
  }

  static func memberCount(_ id: Int64, in connection: any SQLConnection) throws -> Int64 {
    try connection.first("SELECT COUNT(*) AS n FROM chat_members WHERE room_id = $1", [.integer(id)])?.integer("n")
      ?? 0
  }

  /// The members in the order of their names.
  static func members(
    _ id: Int64, limit: Int, offset: Int, in connection: any SQLConnection
  ) throws -> [RoomMember] {
    try connection.query(
      """
      SELECT users.id AS user_id, users.username AS username, chat_members.joined_at AS joined_at
      FROM chat_members JOIN users ON users.id = chat_members.user_id
      WHERE chat_members.room_id = $1 ORDER BY users.username_key LIMIT $2 OFFSET $3
      """, [.integer(id), .integer(Int64(limit)), .integer(Int64(offset))]
    ).compactMap { row in
      guard let userID = row.text("user_id"), let name = row.text("username"), let joined = row.integer("joined_at")
      else { return nil }
      return RoomMember(userID: userID, username: name, joinedAt: Timestamp(milliseconds: joined))
    }
  }
}
