import JSONCodec
import Testing

/// The three handlers of the mobile-sync document. Each frame must be valid for all of them.
enum SyncClients {
  /// The result of a handler for a frame.
  enum Heard: Equatable {
    case connected
    case error(code: String, message: String)
    /// Passed on to the app.
    case message
  }

  struct Unreadable: Error {
    var client: String
    var frame: String
  }

  /// URLSession, `handleMessage(data:)`: a JSON object with text in `type`; an error only counts with two texts.
  static func iOS(_ bytes: [UInt8]) throws -> Heard {
    guard let json = try? JSONValue(parsing: bytes), json.objectValue != nil, let type = json["type"]?.stringValue
    else {
      throw unreadable("iOS", bytes)
    }
    switch type {
    case "connection_established": return .connected
    case "error":
      guard let message = json["message"]?.stringValue, let code = json["error_code"]?.stringValue else {
        throw unreadable("iOS", bytes)
      }
      return .error(code: code, message: message)
    default: return .message
    }
  }

  /// OkHttp and Gson, `handleMessage(text:)`: the top must be an object; what is of another type in it is null.
  static func android(_ bytes: [UInt8]) throws -> Heard {
    guard let message = try? JSONValue(parsing: bytes), message.objectValue != nil else {
      throw unreadable("Android", bytes)
    }
    switch message["type"] {
    case "connection_established": return .connected
    case "error":
      guard let text = message["message"]?.stringValue, let code = message["error_code"]?.stringValue else {
        throw unreadable("Android", bytes)
      }
      return .error(code: code, message: text)
    default: return .message
    }
  }

  /// The React hook and its example screen, which reads on without asking: `progress.synced_items`, `data`.
  static func reactNative(_ bytes: [UInt8]) throws -> Heard {
    guard let data = try? JSONValue(parsing: bytes) else { throw unreadable("React Native", bytes) }
    switch data["type"] {
    case "connection_established": return .connected
    case "error":
      guard let text = data["message"]?.stringValue, let code = data["error_code"]?.stringValue else {
        throw unreadable("React Native", bytes)
      }
      return .error(code: code, message: text)
    case "sync_progress":
      guard let progress = data["progress"], progress["synced_items"]?.integerValue != nil,
        progress["total_items"]?.integerValue != nil, progress["failed_items"]?.integerValue != nil
      else { throw unreadable("React Native", bytes) }
    case "server_data_response":
      guard data["data"]?.objectValue != nil else { throw unreadable("React Native", bytes) }
    default: break
    }
    return .message
  }

  /// All three read a frame, and agree about it.
  @discardableResult
  static func read(_ frame: JSONValue) throws -> Heard {
    let bytes = frame.encoded
    let heard = try iOS(bytes)
    #expect(try android(bytes) == heard)
    #expect(try reactNative(bytes) == heard)
    return heard
  }

  private static func unreadable(_ client: String, _ bytes: [UInt8]) -> Unreadable {
    Unreadable(client: client, frame: String(decoding: bytes, as: UTF8.self))
  }
}
