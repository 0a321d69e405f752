import CLinux
import Glibc
import Testing

@testable import Net

/// The state machine of a socket's readiness, without a socket.
@Suite struct SocketReadinessTests {
  private static let input = EPOLLIN.rawValue
  private static let output = EPOLLOUT.rawValue
  private static let endOfInput = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
  private static let error = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue

  /// A state, an event of epoll, and the expected reaction.
  struct Row: CustomTestStringConvertible {
    var name: String
    var hasWritten = true
    var isYielding = false
    var mayWrite = true
    var events: UInt32
    var actions: SocketReadiness.Actions
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "input of a new connection", hasWritten: false, events: input, actions: .yield),
    Row(name: "input of an established connection", events: input, actions: .read),
    Row(name: "input while yielding", isYielding: true, events: input, actions: []),
    Row(name: "the end of input", events: endOfInput, actions: .yield),
    Row(name: "the end of input while yielding", isYielding: true, events: endOfInput, actions: []),
    Row(name: "room for output after EAGAIN", mayWrite: false, events: output, actions: .flush),
    Row(name: "room for output that is known", events: output, actions: []),
    Row(name: "input and room for output", mayWrite: false, events: input | output, actions: [.read, .flush]),
    Row(name: "an error after EAGAIN", mayWrite: false, events: error, actions: .yield),
  ]

  @Test(arguments: rows)
  func reactsToAnEvent(_ row: Row) {
    var readiness = SocketReadiness()
    if row.hasWritten { readiness.wrote() }
    if row.isYielding { _ = readiness.yielded() }
    if !row.mayWrite { _ = readiness.sendFailed(EAGAIN) }
    let actions = readiness.becameReady(row.events)
    #expect(actions == row.actions)
    #expect(readiness.mayRead)
    #expect(readiness.peerFinished == (row.events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue) != 0))
  }

  @Test(arguments: [
    (EINTR, SocketReadiness.FailureAction.retry), (EAGAIN, .wait), (ECONNRESET, .close), (EPIPE, .close),
  ])
  func reactsToAFailedCall(_ code: Int32, _ action: SocketReadiness.FailureAction) {
    var readiness = SocketReadiness()
    let (received, sent) = (readiness.receiveFailed(code), readiness.sendFailed(code))
    #expect(received == action && sent == action)
    #expect(readiness.mayRead == (code != EAGAIN) && readiness.mayWrite == (code != EAGAIN))
  }

  @Test(arguments: [(100, false, false), (4096, false, true), (100, true, true)])
  func knowsAnEmptySocketByAShortRead(_ count: Int, _ peerFinished: Bool, _ mayRead: Bool) {
    var readiness = SocketReadiness()
    if peerFinished { _ = readiness.becameReady(Self.endOfInput) }
    readiness.received(count, capacity: 4096)
    #expect(readiness.mayRead == mayRead)
  }

  @Test func yieldsOnceUntilItResumes() {
    var readiness = SocketReadiness()
    let calls = [readiness.yielded(), readiness.yielded()]
    readiness.resumed()
    let again = readiness.yielded()
    #expect(calls == [true, false] && again)
  }
}
