import Bytes
import HTTPServer

/// Records the frames of one socket. Confined to its loop.
struct SocketRecorder {
  let path: String
  private let log: TrafficLog
  private let environment: Environment
  private let connection: Int
  private let client: String

  /// - Parameter request: the upgrade request.
  init(_ request: Request, connection: Int, log: TrafficLog, environment: Environment) {
    path = request.path
    client = request.remoteAddress
    self.connection = connection
    self.log = log
    self.environment = environment
  }

  /// Whether frames are recorded.
  var isOn: Bool { log.isRecording }

  /// Records a frame.
  func frame(_ frame: SocketFrame, _ direction: FrameDirection, type: String?, _ faultIDs: [Int]) {
    guard isOn else { return }
    let (opcode, payload, code) = Self.parts(of: frame)
    let (body, isTruncated) = TrafficRedaction.content(payload, maxBytes: TrafficLog.maxBodyBytes)
    append(
      .frame(
        FrameRecord(
          direction: direction, opcode: opcode, messageType: type, bytes: payload.count, body: body,
          isTruncated: isTruncated, closeCode: code, faultIDs: faultIDs)))
  }

  /// Records the end of the connection.
  func ended() {
    guard isOn else { return }
    append(
      .frame(
        FrameRecord(
          direction: .incoming, opcode: .end, messageType: nil, bytes: 0, body: nil, isTruncated: false,
          closeCode: nil, faultIDs: [])))
  }

  /// Records the firing of a fault.
  func fired(_ firing: FaultFiring, _ direction: FrameDirection?, type: String?) {
    guard isOn else { return }
    append(
      .firing(
        FiringRecord(
          faultID: firing.faultID, kind: firing.kind, summary: firing.action.summary, direction: direction,
          messageType: type)))
  }

  /// Records that a message was sent at once because too many bytes are held.
  func overflowed(_ faultIDs: [Int]) {
    guard isOn else { return }
    for id in faultIDs {
      append(
        .firing(
          FiringRecord(
            faultID: id, kind: .hold, summary: "sent at once: the limit of held bytes is reached",
            direction: .outgoing)))
    }
  }

  private func append(_ content: TrafficEntry.Content) {
    log.append(
      TrafficEntry(
        time: environment.now(), connection: connection, client: client, path: TrafficRedaction.text(path),
        content: content))
  }

  private static func parts(of frame: SocketFrame) -> (FrameRecord.Opcode, payload: [UInt8], code: UInt16?) {
    switch frame {
    case .text(let bytes): (.text, bytes, nil)
    case .binary(let bytes): (.binary, bytes, nil)
    case .ping(let bytes): (.ping, bytes, nil)
    case .pong(let bytes): (.pong, bytes, nil)
    case .close(let code, let reason): (.close, Array(reason.utf8), code)
    }
  }
}
