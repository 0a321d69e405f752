import API
import HTTPServer
import JSONCodec

/// The members of a request's JSON object, read with the spellings that the client families use.
struct RequestBody {
  /// The maximum number of bytes of a text.
  static let maxTextBytes = 8192

  private let members: [String: JSONValue]

  /// - Throws: `Problem` 400 `INVALID_JSON`.
  init(_ request: Request) throws { members = try request.jsonObject() }

  /// The first present member among `names`. - Throws: `Problem` 400 where there is none or it is not text.
  func required(_ names: String...) throws -> String {
    guard let text = try first(names), !text.isEmpty else { throw Self.problem(names[0], "required", "is required.") }
    return text
  }

  /// The same, or nil where there is none. - Throws: `Problem` 400 where it is not text.
  func optional(_ names: String...) throws -> String? { try first(names) }

  private func first(_ names: [String]) throws -> String? {
    for name in names {
      guard let value = members[name], !value.isNull else { continue }
      guard let text = value.stringValue, text.utf8.count <= Self.maxTextBytes else {
        throw Self.problem(names[0], "invalid", "must be text.")
      }
      return text
    }
    return nil
  }

  private static func problem(_ name: String, _ reason: String, _ rule: String) -> Problem {
    Problem.badRequest("\(name) \(rule)", details: [name: reason])
  }
}
