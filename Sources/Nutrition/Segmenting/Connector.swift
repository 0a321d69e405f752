/// The relation of a segment to the text before it.
enum Connector: String, Hashable, Sendable {
  /// Coordination: comma, new line, "and", "plus", "accompanied by".
  case next
  /// "accompanied by", "alongside": an item of its own, unless one name covers both.
  case beside
  /// "with", "topped with": an item of its own, unless the dish before it includes it.
  case addition
  /// "on": the base of the food before it, or the bread of a sandwich.
  case base
  /// "in": the liquid or sauce around the food before it.
  case medium
  /// "made with", "filled with", "from", "which": describes the food before it and is no item.
  case attribute
  /// "or": one of the two was eaten.
  case alternative
  /// "without", "no": the food was not eaten.
  case excluded
  /// "sorry, I meant", "actually": replaces the food or quantity before it.
  case correction

  /// Whether the segment may be part of the food before it.
  var mayBelongToPrevious: Bool { ![.next, .beside, .excluded, .correction].contains(self) }
}
