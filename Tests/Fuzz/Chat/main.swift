// Frames of clients on the socket of a room: one frame, or an array of several. Accepted content is stored unchanged, numbered
// without gaps, found by a search, and delivered in a frame that clients parse. After a question mark: the name of a room, in a path
// and of a new room, and the query of a message list.
import FuzzSupport
import Glibc
import JSONCodec

exit(
  fuzz { input in
    if input.first == UInt8(ascii: "?") { return checkNames(String(decoding: input.dropFirst(), as: UTF8.self)) }
    guard let value = try? JSONValue(parsing: input) else { return }
    unsafe Scene.shared.play(value.arrayValue ?? [value])
  })
