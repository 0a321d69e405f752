package import Storage

extension ContentCheck {
  /// The change ids of users: none is greater than the newest, and their number is that of the items. Shared items exist
  /// in the table of their owner.
  /// - Parameters:
  ///   - type: the type of items that another domain stores.
  ///   - noun: the name of such an item for people.
  ///   - table: the owner's table, with the columns `id` and `user_id`.
  package static func sync(sharing type: DataType, noun: String, table: String) -> ContentCheck {
    ContentCheck(
      counts: ["sync items": "sync_items", "sync conflicts": "sync_conflicts"],
      rules: heads + [
        Rule(
          "\(noun) %@ is missing in mobile sync",
          """
          SELECT id FROM \(table) WHERE NOT EXISTS (SELECT 1 FROM sync_items WHERE data_type = '\(type.rawValue)'
          AND item_id = \(table).id AND sync_items.user_id = \(table).user_id AND deleted = 0)
          """),
        Rule(
          "\(noun) %@ of mobile sync does not exist",
          """
          SELECT item_id AS id FROM sync_items WHERE data_type = '\(type.rawValue)' AND deleted = 0
          AND NOT EXISTS (SELECT 1 FROM \(table) WHERE id = item_id AND \(table).user_id = sync_items.user_id)
          """),
      ])
  }

  private static let heads = [
    Rule(
      "account %@ has synced items after its newest change",
      """
      SELECT DISTINCT i.user_id AS id FROM sync_items i LEFT JOIN sync_heads h ON h.user_id = i.user_id
      WHERE i.change_id > COALESCE(h.change_id, 0) OR i.change_id < 1
      """),
    Rule(
      "account %@ has a wrong number of synced items",
      """
      SELECT h.user_id AS id FROM sync_heads h
      WHERE h.item_count <> (SELECT COUNT(*) FROM sync_items i WHERE i.user_id = h.user_id)
      """),
    Rule(
      "account %@ has purged deletions after its newest change",
      "SELECT user_id AS id FROM sync_heads WHERE floor_id > change_id OR floor_id < 0"),
  ]
}
