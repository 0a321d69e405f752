import Bytes

/// One item of the traffic: a request with its response, a frame, or the firing of a fault. Without secrets.
struct TrafficEntry: Sendable {
  enum Content: Sendable {
    case exchange(ExchangeRecord)
    case frame(FrameRecord)
    case firing(FiringRecord)
  }

  enum Kind: String, Sendable, CaseIterable {
    case http, frame, fault
  }

  /// Set by the log.
  var id = 0
  var time: Timestamp
  var connection: Int
  /// The address of the client.
  var client: String
  /// Without base path and query.
  var path: String
  var content: Content

  var kind: Kind {
    switch content {
    case .exchange: .http
    case .frame: .frame
    case .firing: .fault
    }
  }

  /// The approximate memory of the entry, in bytes.
  var byteCount: Int {
    let own = 256 + client.utf8.count + path.utf8.count
    return switch content {
    case .exchange(let record):
      own + record.method.utf8.count + record.url.utf8.count + record.request.byteCount
        + (record.response?.byteCount ?? 0)
    case .frame(let record): own + (record.body?.utf8.count ?? 0) + (record.messageType?.utf8.count ?? 0)
    case .firing(let record): own + record.summary.utf8.count + (record.messageType?.utf8.count ?? 0)
    }
  }
}

/// A request with its response.
struct ExchangeRecord: Sendable {
  var method: String
  /// With scheme, authority, base path and query.
  var url: String
  var requestID: String
  /// nil if no response was sent.
  var status: Int?
  var milliseconds: Double
  var request: ContentRecord
  /// nil if no response was sent, and for the upgrade to a socket.
  var response: ContentRecord?
  var faultIDs: [Int]
}

/// The fields and the content of a request or a response.
struct ContentRecord: Sendable {
  var headers: [(name: String, value: String)]
  /// The size of the content; nil if it is produced while it is sent, or taken while it arrives.
  var bytes: Int?
  /// The beginning of the content, if it is text.
  var body: String?
  var isTruncated: Bool

  var byteCount: Int {
    headers.reduce(body?.utf8.count ?? 0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
  }
}

/// A frame of a socket.
struct FrameRecord: Sendable {
  /// The opcode, or the end of the connection.
  enum Opcode: String, Sendable, CaseIterable {
    case text, binary, ping, pong, close, end
  }

  var direction: FrameDirection
  var opcode: Opcode
  var messageType: String?
  /// The size of the payload.
  var bytes: Int
  var body: String?
  var isTruncated: Bool
  /// The code of a close frame; nil if it has none.
  var closeCode: UInt16?
  var faultIDs: [Int]
}

/// The firing of a fault.
struct FiringRecord: Sendable {
  var faultID: Int
  var kind: Fault.Kind
  var summary: String
  /// nil for frames.
  var method: String?
  /// nil for requests and for faults on `now`.
  var direction: FrameDirection?
  var messageType: String?
}
