import Bytes
import Runtime

/// The time zones of the system (package `tzdata`). Any thread.
///
/// A file is read once; an update of the database takes effect with the next start.
final class TimeZoneDatabase: Sendable {
  /// The database of the system.
  static let system = TimeZoneDatabase(folder: "/usr/share/zoneinfo")

  /// Longest name; the longest in the database has 32 bytes.
  private static let maxNameBytes = 64
  private static let maxFileBytes = 65536
  /// Zones in the cache; the database has 600.
  private static let maxCached = 1000

  private let folder: String
  private let cache = Locked<[String: TimeZoneRules]>([:])

  init(folder: String) { self.folder = folder }

  /// Returns the rules of a zone; nil if there is none of this name.
  func zone(named name: String) -> TimeZoneRules? {
    if let cached = cache.withLock({ $0[name] }) { return cached }
    guard Self.isName(name),
      let content = try? FileContents.read(folder + "/" + name, limit: Self.maxFileBytes),
      let rules = TimeZoneRules(file: content, name: name)
    else { return nil }
    cache.withLock { zones in
      if zones.count < Self.maxCached { zones[name] = rules }
    }
    return rules
  }

  /// Whether the text can be a name. Names have no dot, so that none leaves the folder. `posix` and `right` are copies.
  private static func isName(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return text.utf8.count <= maxNameBytes && !["posix", "right"].contains(text.prefix { $0 != "/" })
      && parts.allSatisfy { part in
        part.first.map { (0x41...0x5A).contains($0 & ~0x20) } == true && part.allSatisfy(isNameByte)
      }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
