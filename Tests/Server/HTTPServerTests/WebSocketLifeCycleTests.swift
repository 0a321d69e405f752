import Testing
import WebSocketCodec

@testable import HTTPServer

/// The closing handshake of a WebSocket without a socket: events and times in, actions out (RFC 6455 §7).
@Suite struct WebSocketLifeCycleTests {
  typealias Action = WebSocketLifeCycle.Action
  typealias Frame = WebSocketLifeCycle.CloseFrame

  enum Event {
    case closeRequested
    case endpointFinished
    case peerClosed(UInt16?)
    case peerBrokeProtocol
    case peerEnded(hasUnsent: Bool)
    case flushed
    case discarded(Int)
    case discardPaused(hasUnsent: Bool)
    case deadlinePassed(hasUnsent: Bool)
    case closed
  }

  /// Events one second apart, and the action that the last one causes.
  struct Row: CustomTestStringConvertible {
    var name: String
    var events: [Event]
    var action: Action
    var testDescription: String { name }

    init(_ name: String, _ events: [Event], _ action: Action) {
      self.name = name
      self.events = events
      self.action = action
    }
  }

  private static let start = ContinuousClock.now
  private static let frame = Frame(code: 4000, reason: "enough")

  /// `seconds` after the first event.
  private static func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private static func apply(
    _ event: Event, _ lifeCycle: inout WebSocketLifeCycle, _ now: ContinuousClock.Instant
  ) -> Action {
    switch event {
    case .closeRequested: return lifeCycle.closeRequested(frame, now: now)
    case .endpointFinished: return lifeCycle.endpointFinished(now: now)
    case .peerClosed(let code): return lifeCycle.peerClosed(code, now: now)
    case .peerBrokeProtocol: return lifeCycle.peerBrokeProtocol(.reservedBits, nil, now: now)
    case .peerEnded(let hasUnsent): return lifeCycle.peerEnded(hasUnsent: hasUnsent, now: now)
    case .flushed: return lifeCycle.flushed(now: now)
    case .discarded(let count): return lifeCycle.discarded(count: count)
    case .discardPaused(let hasUnsent): return lifeCycle.discardPaused(hasUnsent: hasUnsent, now: now)
    case .deadlinePassed(let hasUnsent): return lifeCycle.deadlinePassed(hasUnsent: hasUnsent, now: now)
    case .closed: return lifeCycle.closed() ? .close : .none
    }
  }

  private static let refusal = Frame(
    code: WebSocketError.reservedBits.closeCode, reason: WebSocketError.reservedBits.reason)

  static let rows = [
    // This side closes.
    Row("close of an open connection", [.closeRequested], .startClosing(frame, until: at(5))),
    Row("second close", [.closeRequested, .closeRequested], .none),
    Row("answer to the close", [.closeRequested, .peerClosed(4000)], .linger(nil, until: at(6))),
    Row("end instead of an answer", [.closeRequested, .peerEnded(hasUnsent: false)], .linger(nil, until: at(6))),
    Row("violation instead of an answer", [.closeRequested, .peerBrokeProtocol], .linger(nil, until: at(6))),
    Row("no answer to the close", [.closeRequested, .deadlinePassed(hasUnsent: false)], .close),
    // The peer closes.
    Row("close of the peer", [.peerClosed(3001)], .finishEvents(until: at(5))),
    Row("second close of the peer", [.peerClosed(3001), .peerClosed(3002)], .none),
    Row(
      "reply after the last event", [.peerClosed(3001), .endpointFinished], .linger(Frame(code: 3001), until: at(6))),
    Row("reply without a code", [.peerClosed(nil), .endpointFinished], .linger(Frame(code: 1000), until: at(6))),
    Row("close by the endpoint", [.peerClosed(3001), .closeRequested], .linger(Frame(code: 3001), until: at(6))),
    Row(
      "endpoint that is late", [.peerClosed(3001), .deadlinePassed(hasUnsent: true)],
      .linger(Frame(code: 3001), until: at(6))),
    Row("end of the peer", [.peerEnded(hasUnsent: false), .endpointFinished], .linger(nil, until: at(6))),
    Row("violation of the protocol", [.peerBrokeProtocol, .endpointFinished], .linger(refusal, until: at(6))),
    Row("end of an open endpoint", [.endpointFinished], .none),
    // The last output.
    Row("flush of an open connection", [.flushed], .none),
    Row("flush of the last frame", [.closeRequested, .peerClosed(1000), .flushed], .shutDownWriting(until: at(3))),
    Row("second flush", [.closeRequested, .peerClosed(1000), .flushed, .flushed], .none),
    Row(
      "input without a flush", [.closeRequested, .peerClosed(1000), .discarded(9), .discardPaused(hasUnsent: true)],
      .none),
    Row(
      "input before the end of this side",
      [.closeRequested, .peerClosed(1000), .discarded(9), .discardPaused(hasUnsent: false)],
      .shutDownWriting(until: at(4))),
    Row(
      "input after the end of this side",
      [.closeRequested, .peerClosed(1000), .flushed, .discarded(9), .discardPaused(hasUnsent: false)],
      .wait(until: at(5))),
    Row("too much input", [.closeRequested, .peerClosed(1000), .discarded(16 << 20)], .close),
    Row("peer that ends before the flush", [.peerClosed(1000), .endpointFinished, .peerEnded(hasUnsent: true)], .none),
    Row(
      "peer that ends after the flush", [.peerClosed(1000), .endpointFinished, .peerEnded(hasUnsent: false)], .close),
    Row(
      "peer that ends after this side", [.peerClosed(1000), .endpointFinished, .flushed, .peerEnded(hasUnsent: true)],
      .close),
    Row(
      "silent peer after the flush", [.peerClosed(1000), .endpointFinished, .deadlinePassed(hasUnsent: false)],
      .shutDownWriting(until: at(3))),
    Row("peer that reads nothing", [.peerClosed(1000), .endpointFinished, .deadlinePassed(hasUnsent: true)], .close),
    Row(
      "silent peer after the end of this side",
      [.peerClosed(1000), .endpointFinished, .flushed, .deadlinePassed(hasUnsent: false)], .close),
    // The end.
    Row("end of the connection", [.closed], .close),
    Row("second end", [.closed, .closed], .none),
    Row("close after the end", [.closed, .closeRequested], .none),
    Row("frames after the end", [.closed, .peerClosed(1000)], .none),
  ]

  @Test(arguments: rows)
  func reactsToAnEvent(_ row: Row) {
    var lifeCycle = WebSocketLifeCycle(WebSocketConfiguration())
    var last = Action.none
    for (second, event) in row.events.enumerated() { last = Self.apply(event, &lifeCycle, Self.at(second)) }
    #expect(last == row.action)
  }

  /// A peer that violated the protocol may still send a part of its message, and then its close frame.
  @Test func awaitsTheCloseFrameOfARefusedPeer() throws {
    var decoder = MessageDecoder(maxMessageBytes: 10, deflate: nil)
    decoder.receive([0x82, 0x80 | 20, 0, 0, 0, 0])
    #expect(throws: WebSocketError.self) { _ = try decoder.next() }
    var lifeCycle = WebSocketLifeCycle(WebSocketConfiguration())
    _ = lifeCycle.peerBrokeProtocol(.messageTooBig(limit: 10), decoder.skipperAfterFailure(), now: Self.start)
    _ = lifeCycle.endpointFinished(now: Self.start)
    var actions = [lifeCycle.flushed(now: Self.at(1))]
    unsafe [UInt8](repeating: 0, count: 20).withUnsafeBytes { unsafe lifeCycle.discarded($0) }
    actions.append(lifeCycle.discardPaused(hasUnsent: false, now: Self.at(2)))
    unsafe FrameEncoder.close(code: 1009, reason: "", mask: 1).withUnsafeBytes { unsafe lifeCycle.discarded($0) }
    actions.append(lifeCycle.discardPaused(hasUnsent: false, now: Self.at(3)))
    #expect(
      actions == [.discard(until: Self.at(2)), .wait(until: Self.at(3)), .shutDownWriting(until: Self.at(4))])
  }

  @Test(
    arguments: [
      ([], true, true), ([.closeRequested], false, true), ([.peerClosed(1000)], true, false),
      ([.peerClosed(1000), .endpointFinished], false, false), ([.closed], false, false),
    ] as [([Event], Bool, Bool)])
  func sendsAndReadsUntilItsStateForbidsIt(_ events: [Event], _ maySend: Bool, _ isReading: Bool) {
    var lifeCycle = WebSocketLifeCycle(WebSocketConfiguration())
    for event in events { _ = Self.apply(event, &lifeCycle, Self.start) }
    #expect(lifeCycle.maySend == maySend && lifeCycle.isReading == isReading)
  }
}
