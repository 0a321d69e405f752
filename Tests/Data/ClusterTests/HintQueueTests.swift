import Testing

@testable import Cluster

/// The hints that wait to be sent.
@Suite struct HintQueueTests {
  private static let kind = Hint.Kind("test")

  @Test func keepsTheOrderAndReportsTheFirst() {
    var queue = HintQueue()
    let added = ["a", "b"].map { queue.add(Hint(Self.kind, key: $0)) }
    let taken = queue.take()
    #expect(added == [true, false])
    #expect(taken.map(\.key) == ["a", "b"])
    #expect(queue.isEmpty)
    let isFirst = queue.add(Hint(Self.kind, key: "c"))
    #expect(isFirst)
  }

  @Test func addsTheSameHintOnceInARow() {
    var queue = HintQueue()
    for key in ["a", "a", "b", "a"] { _ = queue.add(Hint(Self.kind, key: key)) }
    let taken = queue.take().map(\.key)
    #expect(taken == ["a", "b", "a"])
  }

  /// Receivers of a lost hint read the database instead.
  @Test func replacesHintsAboveItsLimitByOneAboutTheirLoss() {
    var queue = HintQueue(maxBytes: 300)
    for key in ["a", "b", "c", "d"] { _ = queue.add(Hint(Self.kind, key: key, detail: "0123456789")) }
    #expect(queue.droppedCount == 0)
    _ = queue.add(Hint(Self.kind, key: "e"))
    let taken = queue.take()
    #expect(taken == [Hint(HintQueue.lost, key: "")])
    #expect(queue.droppedCount == 4)
  }

  /// A bus without a connection drops its queue at each attempt to connect.
  @Test func doesNotCountTheHintAboutALossAsDropped() {
    var queue = HintQueue()
    _ = queue.add(Hint(Self.kind, key: "a"))
    for _ in 0..<3 { queue.drop() }
    #expect(queue.droppedCount == 1)
    // The send of that hint failed, too.
    let taken = queue.take()
    queue.drop(and: taken)
    #expect(queue.droppedCount == 1)
  }

  @Test func drainsHintsThatWereTakenAndNotSent() {
    var queue = HintQueue()
    queue.drop(and: ["a", "b", "c"].map { Hint(Self.kind, key: $0) })
    let taken = queue.take()
    #expect(taken == [Hint(HintQueue.lost, key: "")])
    #expect(queue.droppedCount == 3)
  }
}

/// The text of hints on a bus.
@Suite struct HintCodecTests {
  @Test(arguments: [("", ""), ("key", ""), ("", "detail"), ("ä", "{\"a\":1}\n{\"b\":\"\u{1F}\"}")])
  func readsWhatAnotherNodeWrote(_ key: String, _ detail: String) {
    let hint = Hint(Hint.Kind("kind"), key: key, detail: detail)
    let text = HintCodec(sender: "one").encode(hint)
    #expect(HintCodec(sender: "two").decode(text) == hint)
    #expect(HintCodec(sender: "one").decode(text) == nil)
  }

  @Test(arguments: ["", "a", "a\u{1F}b", "a\u{1F}b\u{1F}c"])
  func ignoresOtherTexts(_ text: String) { #expect(HintCodec(sender: "one").decode(text) == nil) }
}
