// What clients say on a socket of a room: one frame, or several as an array. Whatever is taken is stored as it was said,
// counted without gaps, found again, and told in a frame that clients read. Behind a question mark: a room's name, as paths and new
// rooms have it, and what a list of messages is asked for.
import FuzzSupport
import Glibc
import JSONCodec

exit(
  fuzz { input in
    if input.first == UInt8(ascii: "?") { return checkNames(String(decoding: input.dropFirst(), as: UTF8.self)) }
    guard let value = try? JSONValue(parsing: input) else { return }
    unsafe Scene.shared.play(value.arrayValue ?? [value])
  })
