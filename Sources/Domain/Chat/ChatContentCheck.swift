package import Storage

extension ContentCheck {
  /// The numbers of rooms: messages count from 1 without gaps, and the newest change is that of some message.
  package static let chat = ContentCheck(
    counts: ["chat rooms": "chat_rooms", "chat messages": "chat_messages"],
    rules: [
      // Rooms that are being removed lose their rows first.
      Rule(
        "chat room %@ has a wrong number of messages",
        """
        SELECT CAST(r.id AS TEXT) AS id FROM chat_rooms r WHERE r.deleted_at IS NULL AND EXISTS (
          SELECT 1 FROM (SELECT COUNT(*) AS n, COALESCE(MIN(id), 1) AS first, COALESCE(MAX(id), 0) AS last
            FROM chat_messages m WHERE m.room_id = r.id) AS stored
          WHERE n <> r.last_message OR first <> 1 OR last <> r.last_message)
        """),
      Rule(
        "chat room %@ has a wrong number of changes",
        """
        SELECT CAST(r.id AS TEXT) AS id FROM chat_rooms r WHERE r.deleted_at IS NULL AND r.last_change <> (
          SELECT COALESCE(MAX(CASE WHEN changed > change THEN changed ELSE change END), 0)
          FROM chat_messages m WHERE m.room_id = r.id)
        """),
      Rule(
        "chat room %@ has a read position after its last message",
        """
        SELECT DISTINCT CAST(r.id AS TEXT) AS id FROM chat_rooms r JOIN chat_reads s ON s.room_id = r.id
        WHERE s.message_id > r.last_message
        """),
    ])
}
