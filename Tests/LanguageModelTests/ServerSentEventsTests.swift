import LanguageModel
import TestSupport
import Testing

@Suite struct ServerSentEventsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stream: String
    var events: [ServerSentEvent]

    init(_ says: String, _ stream: String, _ events: [ServerSentEvent]) {
      (testDescription, self.stream, self.events) = (says, stream, events)
    }

    init(_ says: String, _ stream: String, data: String...) {
      self.init(says, stream, data.map { ServerSentEvent(data: $0) })
    }
  }

  /// WHATWG HTML §9.2.5 and §9.2.6, with their examples.
  static let rows = [
    Row("ends lines with LF", "data: a\n\ndata: b\n\n", data: "a", "b"),
    Row("ends lines with CR LF", "data: a\r\n\r\ndata: b\r\n\r\n", data: "a", "b"),
    Row("ends lines with CR", "data: a\r\rdata: b\r\r", data: "a", "b"),
    Row("mixes ends of lines", "data: a\r\n\ndata: b\n\rdata: c\r\r\n", data: "a", "b", "c"),
    Row("does not take CR LF for two ends", "data: a\r\ndata: b\r\n\r\n", data: "a\nb"),
    Row("joins lines of data", "data: YHOO\ndata: +2\ndata: 10\n\n", data: "YHOO\n+2\n10"),
    Row("takes one space off", "data:a\n\ndata: b\n\ndata:  c\n\n", data: "a", "b", " c"),
    Row("keeps spaces at the end", "data: a \n\n", data: "a "),
    Row("takes data without a colon as empty", "data\n\ndata\ndata\n\n", data: "", "\n"),
    Row("keeps an empty event with data", "data:\n\n", data: ""),
    Row("dispatches nothing without data", "event: x\n\n: c\n\nid: 1\n\n", []),
    Row("forgets the type of an event without data", "event: x\n\ndata: a\n\n", data: "a"),
    Row("passes over comments", ": hello\n:\ndata: a\n: between\ndata: b\n\n", data: "a\nb"),
    Row("passes over unknown fields", "foo: bar\ndata : a\nDATA: b\ndata: c\n\n", data: "c"),
    Row("keeps further colons", "data: a: b:c\n\n", data: "a: b:c"),
    Row("passes over a byte order mark", "\u{FEFF}data: a\n\n", data: "a"),
    Row(
      "passes over one byte order mark at the start alone", "\u{FEFF}data: \u{FEFF}a\n\n\u{FEFF}data: b\n\n",
      data: "\u{FEFF}a"),
    Row("does not deliver what the end cuts off", "data: a\n\ndata: b\n", data: "a"),
    Row("does not deliver a line without an end", "data: a\n\ndata: b", data: "a"),
    Row("begins with empty lines", "\n\n\r\r\ndata: a\n\n", data: "a"),
    Row("knows no event in nothing", "", []),
    Row("reads characters of all lengths", "data: aé€😀\n\n", data: "aé€😀"),
    Row(
      "gives types and keeps ids", "event: add\nid: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
      [
        ServerSentEvent(type: "add", data: "a", lastID: "1"), ServerSentEvent(data: "b", lastID: "1"),
        ServerSentEvent(data: "c", lastID: ""),
      ]),
    Row("ignores an id with NUL", "id: 1\u{0}\ndata: a\n\n", data: "a"),
    Row(
      "takes the last of several types", "event: a\nevent: b\ndata: c\n\nevent: d\nevent\ndata: e\n\n",
      [ServerSentEvent(type: "b", data: "c"), ServerSentEvent(data: "e")]),
  ]

  @Test(arguments: rows) func reads(_ row: Row) {
    for pieces in Splits.of(Array(row.stream.utf8)) {
      var parser = ServerSentEvents()
      #expect(pieces.flatMap { parser.received($0) } == row.events)
      #expect(parser.excess == nil)
    }
  }

  @Test func replacesInvalidUTF8() {
    for pieces in Splits.of(Array("data: a".utf8) + [0xFF, 0xC3, 0x0A, 0x0A]) {
      var parser = ServerSentEvents()
      #expect(pieces.flatMap { parser.received($0) } == [ServerSentEvent(data: "a\u{FFFD}\u{FFFD}")])
    }
  }

  @Test(
    arguments: [
      ("retry: 1500\n", 1500), ("retry: 1.5\n", nil), ("retry:\n", nil), ("retry: -1\n", nil),
      ("retry: 99999999999999999999\n", nil), ("retry: 5\nretry: x\n", 5),
    ] as [(String, Int?)])
  func readsTheTimeToComeBack(_ row: (stream: String, retry: Int?)) {
    var parser = ServerSentEvents()
    _ = parser.received(row.stream.utf8)
    #expect(parser.retry == row.retry)
  }

  @Test func limitsLineLengthAndDeliversEarlierEvents() {
    let stream = Array("data: a\n\ndata: 1234\n\ndata: 12345\n\ndata: b\n\n".utf8)
    for pieces in Splits.of(stream) {
      var parser = ServerSentEvents(maxLineBytes: 10, maxEventBytes: 100)
      #expect(pieces.flatMap { parser.received($0) } == [ServerSentEvent(data: "a"), ServerSentEvent(data: "1234")])
      #expect(parser.excess == .line(limit: 10))
    }
  }

  @Test func boundsAnEvent() {
    for pieces in Splits.of(Array("data: 1234\ndata: 5678\n\ndata: 1234\ndata: 56789\ndata: 0\n\n".utf8)) {
      var parser = ServerSentEvents(maxLineBytes: 100, maxEventBytes: 9)
      #expect(pieces.flatMap { parser.received($0) } == [ServerSentEvent(data: "1234\n5678")])
      #expect(parser.excess == .event(limit: 9))
    }
  }

  @Test func boundsAnEventOfEmptyLines() {
    var parser = ServerSentEvents(maxLineBytes: 100, maxEventBytes: 50)
    _ = parser.received(String(repeating: "data\n", count: 60).utf8)
    #expect(parser.excess == .event(limit: 50))
  }
}
