import FuzzSupport
import HTTPCodec

@testable import Chat
@testable import HTTPServer

/// Accepted names of rooms and windows of messages obey their bounds.
func checkNames(_ text: String) {
  let key = RoomName.key(text)
  require(RoomName.key(key).utf8.elementsEqual(key.utf8), "the key of a key is another")
  if let name = try? RoomName.checked(text) {
    require((1...100).contains(name.count) && name.utf8.count <= 400, "a name over its bounds")
    require(RoomReference(name) == .name(key: RoomName.key(name)), "a name that names another room")
    require((try? RoomName.checked(name)) == name, "a name that is not taken again")
  }
  guard let target = RequestTarget("/?" + text, method: "GET") else { return }
  let head = RequestHead(line: RequestLine(method: "GET", target: target, version: .http11), fields: HTTPFields())
  guard let request = RequestBuilder.build(head, [], "127.0.0.1", id: "1")?.request,
    let window = try? MessageWindow(request, defaultLimit: 50, maxLimit: 500)
  else { return }
  require((1...500).contains(window.limit), "a limit of \(window.limit)")
  require(window.before ?? 0 >= 0 && window.after ?? 0 >= 0, "a place below zero")
}
