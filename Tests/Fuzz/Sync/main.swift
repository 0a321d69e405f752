// Input of devices: a message of the sync socket, the body of `POST /api/v1/sync/batch`, or an array of those, which three devices send
// alternately. Accepted items are stored and returned unchanged, and sending them back is no change. After a question mark: a cursor.
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
