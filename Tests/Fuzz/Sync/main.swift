// What devices say: a message of the sync socket, or the body of `POST /api/v1/sync/batch`; or an array of those, which three devices
// send in turn. Whatever is taken is stored as it was sent, comes back the same, and is nothing new when it is sent back. Behind a
// question mark: a cursor.
import FuzzSupport
import Glibc
import JSONCodec

exit(
  fuzz { input in
    if input.first == UInt8(ascii: "?") { return checkCursor(String(decoding: input.dropFirst(), as: UTF8.self)) }
    guard let value = try? JSONValue(parsing: input) else { return }
    checkMessage(value)
    unsafe Devices.shared.play(value.arrayValue ?? [value])
  })
