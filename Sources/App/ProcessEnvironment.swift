package import Bytes
import CLinux
import Crypto
import Glibc

/// Facts that the process has from the system.
enum ProcessEnvironment {
  /// The variables of the environment, read once: nothing in the process changes them.
  static let variables: [String: String] = {
    var variables: [String: String] = [:]
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if let sign = text.firstIndex(of: "=") {
        variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
      }
      unsafe next += 1
    }
    return variables
  }()

  /// The processors that this process may use, at least 1. A container's CPU set counts, its quota does not.
  static let processorCount = max(1, Int(hearth_processor_count()))

  static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}

extension Environment {
  /// The real clock, randomness and time zones.
  package static let system: Environment = {
    var environment = Environment(
      now: {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
      },
      newID: { SecureRandom.uuid() },
      randomBytes: { SecureRandom.bytes($0) })
    environment.ianaTimeZone = { TimeZoneDatabase.system.zone(named: $0) }
    return environment
  }()
}

/// Messages for people, beside the output that other programs read.
enum StandardError {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    // A message that cannot be written has no other place.
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
