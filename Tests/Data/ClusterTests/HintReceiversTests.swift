import Runtime
import Testing

@testable import Cluster

/// The dispatch of hints to their receivers.
@Suite struct HintReceiversTests {
  @Test func deliversToTheReceiverOfTheKind() {
    let (receivers, received) = (HintReceivers(), Locked<[Hint]>([]))
    receivers.set(Hint.Kind("first")) { hint in received.withLock { $0.append(hint) } }
    receivers.deliver(Hint(Hint.Kind("first"), key: "a", detail: "b"))
    receivers.deliver(Hint(Hint.Kind("second"), key: "c"))
    #expect(received.withLock { $0 } == [Hint(Hint.Kind("first"), key: "a", detail: "b")])
  }

  @Test func callsEveryRecovery() {
    let (receivers, count) = (HintReceivers(), Locked(0))
    receivers.add { count.withLock { $0 += 1 } }
    receivers.add { count.withLock { $0 += 1 } }
    receivers.lost()
    #expect(count.withLock { $0 } == 2)
  }
}
