import HTTPServer
import Testing

@testable import Development

/// The order and the times of messages that faults delay, hold back and reorder.
@Suite struct OutgoingFramesTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  private func message(_ text: String, _ faults: Int...) -> OutgoingFrames.Held {
    OutgoingFrames.Held(frame: .text(Array(text.utf8)), faultIDs: faults)
  }

  private func texts(_ messages: [OutgoingFrames.Held]) -> [String] {
    messages.map { message in
      guard case .text(let bytes) = message.frame else { return "-" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func sendsAtOnceWithoutFaults() {
    var frames = OutgoingFrames()
    #expect(texts(frames.append(message("a"), delay: nil, now: at(0))) == ["a"])
    #expect(frames.isIdle && frames.next == nil)
  }

  @Test func delayedMessagesKeepTheOrder() {
    var frames = OutgoingFrames()
    #expect(frames.append(message("a", 1), delay: .milliseconds(100), now: at(0)).isEmpty)
    #expect(frames.append(message("b"), delay: nil, now: at(10)).isEmpty)
    #expect(frames.append(message("c", 1), delay: .milliseconds(20), now: at(20)).isEmpty)
    #expect(frames.next == at(100))
    #expect(frames.due(at(99)).isEmpty)
    #expect(texts(frames.due(at(100))) == ["a", "b", "c"])
    #expect(frames.isIdle)
  }

  @Test func heldMessagesAreOvertaken() {
    var frames = OutgoingFrames()
    frames.hold(message("a", 1), for: .milliseconds(50), now: at(0))
    frames.hold(message("b", 1), for: nil, now: at(0))
    #expect(texts(frames.append(message("c"), delay: nil, now: at(1))) == ["c"])
    #expect(frames.next == at(50))
    #expect(texts(frames.due(at(50))) == ["a"])
    #expect(frames.next == nil && !frames.isIdle)
    #expect(frames.release(2, now: at(60)).isEmpty)
    #expect(texts(frames.release(1, now: at(60))) == ["b"])
    #expect(frames.isIdle)
  }

  @Test func aCompleteGroupIsSentInItsOrder() {
    var frames = OutgoingFrames()
    #expect(frames.group(message("a", 1), of: 1, order: [0, 2, 1], for: .seconds(1), now: at(0)).isEmpty)
    #expect(frames.group(message("b", 1), of: 1, order: [1, 2, 0], for: .seconds(1), now: at(0)).isEmpty)
    let sent = frames.group(message("c", 1), of: 1, order: [2, 0, 1], for: .seconds(1), now: at(0))
    #expect(texts(sent) == ["c", "a", "b"])
    #expect(frames.isIdle)
  }

  @Test func anIncompleteGroupIsSentInTime() {
    var frames = OutgoingFrames()
    _ = frames.group(message("a", 1), of: 1, order: [2, 1, 0], for: .milliseconds(80), now: at(0))
    _ = frames.group(message("b", 1), of: 1, order: [2, 1, 0], for: .milliseconds(80), now: at(70))
    #expect(frames.next == at(80))
    #expect(texts(frames.due(at(80))) == ["b", "a"])
  }

  @Test func aReleaseEndsTheDelaysOfItsFault() {
    var frames = OutgoingFrames()
    _ = frames.append(message("a", 1), delay: .seconds(60), now: at(0))
    _ = frames.append(message("b"), delay: nil, now: at(0))
    _ = frames.append(message("c", 2), delay: .seconds(90), now: at(0))
    _ = frames.append(message("d"), delay: nil, now: at(0))
    #expect(texts(frames.release(1, now: at(5))) == ["a", "b"])
    #expect(texts(frames.release(nil, now: at(6))) == ["c", "d"])
    #expect(frames.isIdle)
  }

  @Test func theCloseFrameOvertakesNoDelayedMessage() {
    var frames = OutgoingFrames()
    _ = frames.append(message("a", 1), delay: .seconds(60), now: at(0))
    frames.hold(message("b", 2), for: nil, now: at(0))
    #expect(texts(frames.endLine()) == ["a"])
    #expect(texts(frames.removeAll()) == ["b"])
    #expect(frames.isIdle)
  }

  @Test func aStoppedConnectionKeepsEverythingInOrder() {
    var frames = OutgoingFrames()
    _ = frames.append(message("a", 1), delay: .milliseconds(10), now: at(0))
    frames.stop()
    #expect(frames.append(message("b", 2), delay: nil, now: at(1)).isEmpty)
    #expect(frames.due(at(20)).isEmpty)
    #expect(frames.append(message("c", 2), delay: nil, now: at(21)).isEmpty)
    #expect(texts(frames.resume()) == ["a", "b", "c"])
    #expect(frames.isIdle)
    #expect(texts(frames.append(message("d"), delay: nil, now: at(30))) == ["d"])
  }
}
