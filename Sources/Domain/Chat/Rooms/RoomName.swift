import API
import Bytes

/// The rules of room names.
enum RoomName {
  /// The length of a name, in characters.
  static let length = 1...100

  /// The names that requests may give, without the rules about categories of characters.
  static let schema = Schema.string(length: length).matching(
    #"(?!\s*[0-9]*\s*$)[^\u0000-\u001F\u007F-\u009F\u2028\u2029]+"#)

  /// Checks a name. - Returns: the name without surrounding white space. - Throws: `Problem` 400.
  static func checked(_ text: String) throws -> String {
    let name = text.trimmingWhitespace()
    guard length.contains(name.count), name.utf8.count <= 400, isVisible(name) else {
      throw problem("a text of \(length.lowerBound) to \(length.upperBound) visible characters")
    }
    // A path could not distinguish it from the id of another room.
    guard !key(name).utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw problem("more than a number") }
    return name
  }

  /// The form in which names are compared and messages are searched: NFKC, lower case.
  static func key(_ text: String) -> String {
    // Nearly all text is ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return text.nfkc.lowercased().nfkc
  }

  /// Whether the text shows something, and has no character that shows nothing in any text. Some scripts and emoji need
  /// invisible characters between visible ones.
  private static func isVisible(_ text: String) -> Bool {
    var isEmpty = true
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
      case .format, .spaceSeparator: break
      default: isEmpty = isEmpty && scalar.properties.isDefaultIgnorableCodePoint
      }
    }
    return !isEmpty
  }

  private static func problem(_ rule: String) -> Problem {
    .badRequest("name must be \(rule).", details: ["name": rule])
  }
}

/// A room as a path names it: by its id, or by its name in any case.
enum RoomReference: Equatable {
  case id(Int64)
  case name(key: String)

  init(_ text: String) {
    // Digits only: `+22` may be a name, which `Int64` would read as a number.
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(text), id > 0 {
      self = .id(id)
    } else {
      self = .name(key: RoomName.key(text.trimmingWhitespace()))
    }
  }
}
