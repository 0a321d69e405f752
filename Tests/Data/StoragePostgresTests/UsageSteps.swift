/// Statements on the tables that triggers count, each with the bytes of user `a` after it.
enum UsageSteps {
  static let statements: [(sql: String, bytes: Int64)] = [
    (
      """
      INSERT INTO templates (id, user_id, kind, name, description, search_text, status, created_by, content, created_at, updated_at)
      VALUES ('t', 'a', '', 'ä', 'bc', 'd', '', '', '{}', 0, 0)
      """, 307
    ),
    ("UPDATE templates SET name = 'abcd', updated_at = 1", 309),
    ("UPDATE templates SET updated_at = 2", 309),
    (
      """
      INSERT INTO own_foods (id, user_id, food_key, name, brand, aliases, category, kind, calories, protein, carbohydrates, fat,
        fiber, sugar, serving, serving_grams, measures, created_at, updated_at)
      VALUES ('f', 'a', 'k', 'n', 'b', 'a', 'c', '', 0, 0, 0, 0, 0, 0, 's', 0, 'm', 0, 0)
      """, 716
    ),
    ("DELETE FROM templates", 407),
    ("DELETE FROM own_foods", 0),
    (
      """
      INSERT INTO consultations (id, user_id, kind, persona, status, memory, goal_id, created_at, updated_at)
      VALUES ('c', 'a', '', '', '', 'mem', 'goal', 0, 0)
      """, 307
    ),
    ("UPDATE consultations SET memory = 'memory', status = 'x'", 310),
    (
      """
      INSERT INTO consultation_messages (id, consultation_id, number, role, content, state, client_id, created_at)
      VALUES ('m', 'c', 1, '', 'hello', '', 'id', 0)
      """, 567
    ),
    ("UPDATE consultation_messages SET content = 'hello you'", 571),
    ("DELETE FROM consultation_messages", 310),
    (
      """
      INSERT INTO consultation_messages (id, consultation_id, number, role, content, state, created_at)
      VALUES ('m', 'c', 1, '', 'hello', '', 0)
      """, 565
    ),
    ("DELETE FROM consultations", 0),
    ("INSERT INTO sync_batches (user_id, batch_key, digest, result, created_at) VALUES ('a', 'key', '', '{}', 0)", 205),
    ("DELETE FROM sync_batches", 0),
    (
      """
      INSERT INTO deleted_meal_keys (user_id, idempotency_key, request_digest, created_at) VALUES ('a', 'key', 'digest', 0)
      """, 203
    ),
    ("DELETE FROM deleted_meal_keys", 0),
    (
      """
      INSERT INTO sync_conflicts (id, user_id, data_type, item_id, loser, change_id, lost_content, lost_deleted, created_at)
      VALUES ('s', 'a', '', 'item', '', 1, '{}', 0, 0)
      """, 306
    ),
    ("DELETE FROM sync_conflicts", 0),
    ("INSERT INTO chat_rooms (id, name, name_key, created_at) VALUES (1, '', '', 0)", 0),
    ("UPDATE user_usage SET bytes = 1000", 1000),
    (
      """
      INSERT INTO chat_messages (room_id, id, change, sender_id, sender, content, created_at) VALUES (1, 1, 1, 'a', 'a', 'text', 0)
      """, 1000
    ),
    ("UPDATE chat_messages SET content = 'longer text', edited_at = 1", 1007),
    ("INSERT INTO user_events (user_id, kind, payload, created_at) VALUES ('a', '', '{}', 0)", 1007),
    ("INSERT INTO user_events (user_id, kind, payload, created_at, topic) VALUES ('a', '', '{}', 0, 't')", 1007),
    ("DELETE FROM user_events", 855),
    ("INSERT INTO sync_items (user_id, data_type, item_id, change_id, changed_at) VALUES ('a', 'x', 'id', 1, 0)", 855),
    ("DELETE FROM sync_items", 553),
    (
      """
      INSERT INTO meal_logs (id, user_id, raw_input, meal_type, status, logged_at, created_at, updated_at, bytes)
      VALUES ('l', 'a', '', '', '', 0, 0, 0, 50)
      """, 553
    ),
    ("DELETE FROM meal_logs", 503),
  ]
}
