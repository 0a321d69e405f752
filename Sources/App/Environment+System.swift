package import Bytes
import Crypto
import Glibc

extension Environment {
  /// The real clock and randomness.
  package static let system = Environment(
    now: {
      var time = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &time)
      return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    },
    newID: { SecureRandom.uuid() },
    randomBytes: { SecureRandom.bytes($0) })
}
