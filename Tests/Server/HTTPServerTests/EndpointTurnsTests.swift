import Testing

@testable import HTTPServer

/// The turns of a WebSocket's endpoint without tasks.
@Suite struct EndpointTurnsTests {
  enum Event {
    case conversationBegan
    case conversationEnded
    case nothingPending
    case waitBegan
    case peerFellSilent
    case eventArrived
  }

  private static func apply(_ event: Event, _ turns: inout EndpointTurns) {
    switch event {
    case .conversationBegan: turns.conversationBegan()
    case .conversationEnded: turns.conversationEnded()
    case .nothingPending: _ = turns.nothingPending()
    case .waitBegan: turns.waitBegan()
    case .peerFellSilent: _ = turns.peerFellSilent()
    case .eventArrived: _ = turns.eventArrived()
    }
  }

  /// Earlier events, the delivery of the next one, and whether a conversation may handle it without a task.
  @Test(
    arguments: [
      ([], .queue, false), ([.waitBegan], .resume, false), ([.waitBegan, .eventArrived], .queue, false),
      ([.conversationBegan], .queue, false), ([.conversationBegan, .nothingPending], .start, true),
      ([.conversationBegan, .nothingPending, .eventArrived], .queue, false),
      ([.conversationBegan, .nothingPending, .eventArrived, .nothingPending, .waitBegan], .resume, true),
      ([.conversationBegan, .nothingPending, .eventArrived, .waitBegan, .peerFellSilent], .queue, false),
      (
        [.conversationBegan, .nothingPending, .eventArrived, .waitBegan, .peerFellSilent, .nothingPending], .start, true
      ),
      ([.conversationBegan, .conversationEnded], .queue, false),
    ] as [([Event], EndpointTurns.Delivery, Bool)])
  func deliversAnEvent(_ events: [Event], _ delivery: EndpointTurns.Delivery, _ allowsSync: Bool) {
    var turns = EndpointTurns()
    for event in events { Self.apply(event, &turns) }
    #expect(turns.allowsSync == allowsSync)
    let next = turns.eventArrived()
    #expect(next == delivery)
  }

  @Test func theFirstTaskOfAConversationEndsWithoutEventsAndLaterOnesWait() {
    var turns = EndpointTurns()
    turns.conversationBegan()
    let first = turns.nothingPending()
    let delivery = turns.eventArrived()
    let second = turns.nothingPending()
    #expect(first && delivery == .start && !second)
  }

  @Test func aSilentPeerEndsOnlyAWaitingTaskOfAConversation() {
    var endpoint = EndpointTurns()
    endpoint.waitBegan()
    let ofEndpoint = endpoint.peerFellSilent()
    #expect(!ofEndpoint && endpoint.isWaiting)
    var conversation = EndpointTurns()
    conversation.conversationBegan()
    let whileBusy = conversation.peerFellSilent()
    conversation.waitBegan()
    let whileWaiting = conversation.peerFellSilent()
    #expect(!whileBusy && whileWaiting && !conversation.isWaiting)
  }

  @Test func mergesWakeUpsUntilOneIsTaken() {
    var turns = EndpointTurns()
    let queued = [turns.wakeArrived(), turns.wakeArrived()]
    let taken = [turns.takeWake(), turns.takeWake()]
    turns.waitBegan()
    let delivery = turns.wakeArrived()
    let afterResume = turns.takeWake()
    #expect(queued == [.queue, .queue] && taken == [true, false])
    #expect(delivery == .resume && !afterResume, "the waiting task received it")
  }
}
