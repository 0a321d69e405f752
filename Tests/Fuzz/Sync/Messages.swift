import FuzzSupport
import JSONCodec

@testable import Sync

/// A cursor means the same however often it is written.
func checkCursor(_ text: String) {
  guard let cursor = Cursor(text) else { return }
  require(Cursor(cursor.text) == cursor, "\(cursor.text) is read as another cursor")
  require(cursor.change >= 0 && !cursor.types.isEmpty && cursor.whole ?? 0 >= 0, "a cursor over its bounds")
  for type in DataType.allCases {
    let pull = Pull([type], since: cursor)
    require(pull.position == (cursor.types.contains(type) ? cursor.change : 0), "a pull from elsewhere")
    var head = ItemRepository.Head(change: 50, floor: 20, items: 1)
    let (checked, isReset) = pull.checked(against: head)
    require(checked.position <= head.change, "a pull behind what there is")
    require(!isReset || checked.position == 0, "a pull anew from the middle")
    // A cursor that restarts does so once.
    require(!checked.checked(against: head).isReset || head.floor == 0, "a pull that never gets on")
    head.floor = 0
    require(pull.position > head.change || !pull.checked(against: head).isReset, "told anew for nothing")
  }
}

/// The parsed members of a message keep to their bounds, in every form.
func checkMessage(_ value: JSONValue) {
  guard let type = value["type"]?.stringValue else { return }
  let message = SyncRequest(value, type: type)
  for name in ["sync_id", "idempotency_key", "request_id", "conflict_id", "domain"] {
    guard let text = message.text(name) else { continue }
    require((1...255).contains(text.utf8.count) && !text.utf8.contains(0), "a text over its bounds")
  }
  require(message.types.count <= DataType.allCases.count, "kinds that there are not")
  if let cursor = try? message.cursor(code: "x") { checkCursor(cursor.text) }
  if let names = message.fields["event_types"]?.arrayValue?.compactMap(\.stringValue),
    let subscription = ChangeSubscription(names.prefix(50))
  {
    require(subscription.confirmed.count <= 50 && !subscription.types.isEmpty, "a subscription over its bounds")
  }
  let strategy = message.text("resolution_strategy", "strategy").flatMap(ConflictResolution.init(name:))
  guard let strategy else { return }
  let conflict = Conflict(
    id: "c", type: .session, itemID: "s", loser: "phone", winner: "pad", change: 7, lost: ["status": "mine"],
    lostIsDeletion: false, resolution: nil)
  let data = message.fields["resolved_data"].flatMap { $0.isNull ? nil : $0 }
  guard let item = try? strategy.item(conflict, data: data, configuration: SyncConfiguration()) else { return }
  require(item.id == "s" && item.base == 7 && item.type == .session, "a resolution of something else")
}
