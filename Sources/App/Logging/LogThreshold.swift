package import Logging
import Synchronization

/// The least severe level that is logged. It can change while the server runs. Any thread.
package final class LogThreshold: Sendable {
  private let index: Atomic<Int>

  /// - Parameter level: the least severe level at first.
  package init(_ level: Logger.Level) { index = Atomic(Self.index(of: level)) }

  /// The least severe level that is logged.
  package var level: Logger.Level {
    get { Logger.Level.allCases[index.load(ordering: .relaxed)] }
    set { index.store(Self.index(of: newValue), ordering: .relaxed) }
  }

  /// Whether `info` is logged. Read for each request.
  var letsInfoThrough: Bool { index.load(ordering: .relaxed) <= Self.infoIndex }

  private static let infoIndex = index(of: .info)

  private static func index(of level: Logger.Level) -> Int { Logger.Level.allCases.firstIndex(of: level) ?? 0 }
}
