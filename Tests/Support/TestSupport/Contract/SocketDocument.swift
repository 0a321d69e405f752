import JSONCodec
import Realtime

/// One channel of the AsyncAPI document.
struct SocketDocument: Sendable {
  private let path: String
  /// The schemas of messages, by direction and type; empty if the path takes any message.
  private let messages: [String: JSONValue]
  private let closeCodes: Set<Int64>
  /// Such as `400 BAD_UPGRADE`.
  private let handshakeErrors: Set<String>
  private let check: SchemaCheck

  init(_ channel: JSONValue, _ check: SchemaCheck) {
    self.check = check
    path = channel["address"]?.stringValue ?? ""
    var messages: [String: JSONValue] = [:]
    for (key, message) in channel["messages"]?.objectValue ?? [:] {
      let schema = message["payload"] ?? [:]
      for type in schema["properties"]?["type"]?["enum"]?.arrayValue ?? [] {
        messages["\(key.hasPrefix("server.")) \(type.stringValue ?? "")"] = schema
      }
    }
    self.messages = messages
    closeCodes = Set((channel["x-close-codes"]?.arrayValue ?? []).compactMap { $0["code"]?.integerValue })
    handshakeErrors = Set(
      (channel["x-handshake-errors"]?.arrayValue ?? []).map {
        "\($0["status"]?.integerValue ?? 0) \($0["code"]?.stringValue ?? "")"
      })
  }

  func violations(of frame: JSONValue, _ direction: MessageDeclaration.Direction) -> [String] {
    guard !messages.isEmpty else { return [] }
    guard let type = frame["type"]?.stringValue else { return ["a frame has no type"] }
    guard let schema = messages["\(direction == .sent) \(type)"] else { return ["\(path) does not declare \(type)"] }
    return check.violations(frame, schema, at: type, isOpen: direction == .received)
  }

  func violations(ofClose code: UInt16) -> [String] {
    messages.isEmpty || closeCodes.contains(Int64(code)) ? [] : ["\(path) does not declare the close code \(code)"]
  }

  /// - Parameter response: 404 as well, because a setting can remove a path.
  func violations(ofHandshake response: WireResponse) -> [String] {
    if response.status == 101 || response.status == 404 { return [] }
    let code = response.json?["error"]?["code"]?.stringValue ?? ""
    let name = "\(response.status) \(code)"
    return handshakeErrors.contains(name) ? [] : ["\(path) does not declare \(name)"]
  }
}
