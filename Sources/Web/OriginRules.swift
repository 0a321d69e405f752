import Runtime
import Synchronization

/// Which pages of other origins are let in, by REST and by sockets; both can be replaced while the server runs. Any thread.
package final class OriginRules: Sendable {
  private let corsRules: Replaceable<CORSPolicy>
  private let socketRules: Replaceable<OriginPolicy>
  /// Looked at for every answer, where the lock would cost more than what it guards.
  private let hasCORS: Atomic<Bool>

  package init(cors: CORSPolicy, sockets: OriginPolicy) {
    corsRules = Replaceable(cors)
    socketRules = Replaceable(sockets)
    hasCORS = Atomic(!cors.allowedOrigins.isEmpty)
  }

  /// Who may read answers; nil where nobody is named.
  var cors: CORSPolicy? { namesReaders ? corsRules.current : nil }

  /// Whether anybody may read answers, so that they differ by who asks.
  var namesReaders: Bool { hasCORS.load(ordering: .acquiring) }

  /// Who may open sockets.
  var sockets: OriginPolicy { socketRules.current }

  package func replace(cors: CORSPolicy, sockets: OriginPolicy) {
    corsRules.replace(by: cors)
    socketRules.replace(by: sockets)
    hasCORS.store(!cors.allowedOrigins.isEmpty, ordering: .releasing)
  }
}
