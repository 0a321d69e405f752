// Requests (RFC 9112): the result does not depend on the split of the bytes, stays within the limits, has the fields that
// a naive reader finds, and is the same after it is written in its plainest form and parsed again.
import FuzzSupport
import Glibc
import HTTPCodec

@testable import HTTPServer

func check(_ reading: Reading, of input: [UInt8]) {
  let limits = Reading.limits
  require(reading.mostUnread <= limits.maxHeaderBytes + 2, "\(reading.mostUnread) bytes wait")
  require(reading.messages.reduce(0) { $0 + $1.body.count } <= input.count, "more content than bytes")
  for (index, message) in reading.messages.enumerated() {
    require(message.body.count <= limits.maxBodyBytes, "content over the limit")
    require(message.fieldCount <= limits.maxHeaderCount, "fields over the limit")
    require(message.isOld || message.host != nil, "HTTP/1.1 without Host")
    require(RequestTarget(message.target.text, method: message.method) == message.target, "two readings of a target")
    require(message.isComplete || index == reading.messages.count - 1, "a message within another")
    if message.isComplete { checkAgain(message) }
  }
  for head in reading.heads { checkBuilder(head) }
}

func checkFields(_ message: Reading.Message, _ names: [String], _ naive: NaiveHead) {
  require(message.fieldCount == naive.fields.count, "\(message.fieldCount) fields of \(naive.fields)")
  for (name, values) in zip(names, message.values) {
    require(values == naive.values(name), "\(name): \(values), naively \(naive.values(name))")
  }
}

func checkAgain(_ message: Reading.Message) {
  var text = "\(message.method) \(message.target.text) HTTP/1.1\r\nHost: \(message.host ?? "x")\r\n"
  if !message.body.isEmpty { text += "Content-Length: \(message.body.count)\r\n" }
  let again = Reading([Array((text + "\r\n").utf8) + message.body])
  require(again.error == nil && again.messages.count == 1, "refused when written again: \(String(describing: again))")
  guard let same = again.messages.first else { return }
  require(same.isComplete && same.method == message.method && same.target == message.target, "another request")
  require(same.body == message.body, "other content")
}

/// Checks the request that handlers receive for a head.
func checkBuilder(_ head: RequestHead) {
  guard let built = RequestBuilder.build(head, [], "127.0.0.1", id: "1") else { return }
  let request = built.request
  require(request.path.utf8.first == UInt8(ascii: "/"), "a path without slash: \(request.path)")
  require(request.path.utf8.count <= head.line.target.text.utf8.count + 2, "a path longer than its target")
  if let segments = built.segments {
    require(request.path == "/" + segments.joined(separator: "/"), "a path of other segments")
  }
  if let authority = head.line.target.authority { require(request.fields.all("Host") == [authority], "another host") }
}

exit(
  fuzz { input in
    let ways = Pieces.ways(input)
    let naive = NaiveHead(input)
    let names = naive.names
    let whole = Reading(ways[0], names: names)
    check(whole, of: input)
    if let first = whole.messages.first {
      checkFields(first, names, naive)
      for value in first.values.joined().suffix(2) { checkOrigin(value) }
    }
    for pieces in ways.dropFirst() {
      let cut = Reading(pieces, names: names)
      require(cut == whole, "cut: \(cut)\nwhole: \(whole)")
      require(cut.mostUnread <= Reading.limits.maxHeaderBytes + 2, "\(cut.mostUnread) bytes wait")
    }
  })
