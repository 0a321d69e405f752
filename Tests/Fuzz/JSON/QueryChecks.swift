import API
import Bytes
import FuzzSupport
import HTTPCodec

@testable import HTTPServer
@testable import Meals
@testable import Realtime

/// Accepted parameters of lists and sockets obey their bounds.
func checkQuery(_ text: String) {
  guard let target = RequestTarget("/?" + text, method: "GET") else { return }
  let head = RequestHead(
    line: RequestLine(method: "GET", target: target, version: .http11), fields: HTTPFields())
  guard let request = RequestBuilder.build(head, [], "127.0.0.1", id: "1")?.request else { return }
  if let filter = try? MealInput.filter(request, zone: .utc) {
    require((1...100).contains(filter.page.limit), "a limit of \(filter.page.limit)")
    require((0...100_000_000).contains(filter.page.offset), "an offset of \(filter.page.offset)")
  }
  if let parameters = try? ConnectionParameters(request) {
    require((parameters.since ?? 0) >= 0, "a position below zero")
    require((parameters.deviceID?.utf8.count ?? 0) <= 128, "a device over its bounds")
  }
  if let token = ConnectionParameters.token(of: request) { require(!token.isEmpty, "an empty token") }
}
