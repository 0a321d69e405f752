// Messages of clients on a chat socket: one frame, or several as an array. Every accepted message is stored unchanged, numbered
// without gaps, found by search, and delivered in a frame that clients read. After a question mark: a room's name, as paths and
// new rooms have it, and the window of a list of messages.
import FuzzSupport
import Glibc
import JSONCodec

exit(
  fuzz { input in
    if input.first == UInt8(ascii: "?") { return checkNames(String(decoding: input.dropFirst(), as: UTF8.self)) }
    guard let value = try? JSONValue(parsing: input) else { return }
    unsafe Scene.shared.play(value.arrayValue ?? [value])
  })
