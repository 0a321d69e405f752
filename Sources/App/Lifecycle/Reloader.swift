import API
import Accounts
import Crypto
import Logging
import Runtime
import TLS

/// A part of a running server that applies new settings on SIGHUP, or reads the files that they name again.
struct Reloader: Sendable {
  /// The name in the log.
  var name: String
  /// The settings that it applies.
  var paths: Set<String>
  /// Applies new settings. If it throws, the former ones stay.
  /// - Returns: the change, for the log; nil if there is none.
  var run: @Sendable (ServerSettings) throws -> String?
}

extension Reloader {
  static func logLevel(_ threshold: LogThreshold) -> Reloader {
    Reloader(name: "log level", paths: ["log.level"]) { settings in
      let former = threshold.level
      guard settings.logLevel != former else { return nil }
      threshold.level = settings.logLevel
      return "\(former) became \(settings.logLevel)"
    }
  }

  /// Connections that are open keep the certificate that they began with.
  static func certificate(_ identity: HotSwappable<TLSContext>?, _ loaded: TLSFiles.Loaded?) -> Reloader {
    let digest = HotSwappable(loaded?.digest)
    return Reloader(name: "TLS certificate", paths: ["tls.certificate", "tls.key"]) { settings in
      let loaded = try TLSFiles.load(settings)
      guard let identity, let loaded else {
        guard (identity == nil) == (loaded == nil) else { throw NeedsRestart(change: "to switch TLS on or off") }
        return nil
      }
      guard loaded.digest != digest.current else { return nil }
      identity.replace(by: loaded.context)
      digest.replace(by: loaded.digest)
      return "new connections get what \(settings.tlsCertificate) holds now"
    }
  }

  static func origins(_ rules: OriginRules, _ settings: ServerSettings) -> Reloader {
    let lists = HotSwappable([settings.corsOrigins, settings.socketOrigins])
    return Reloader(name: "allowed origins", paths: ["cors.allowed_origins", "websocket.allowed_origins"]) { settings in
      let new = [settings.corsOrigins, settings.socketOrigins]
      guard new != lists.current else { return nil }
      rules.replace(cors: settings.corsPolicy, sockets: settings.originPolicy)
      lists.replace(by: new)
      return "\(settings.corsOrigins.count) may read answers, \(settings.socketOrigins.count) may open sockets"
    }
  }

  /// Sockets that were opened with a token of a key that is gone stay until the token ends.
  static func externalKeys(
    _ accounts: AccountsService, _ loaded: ExternalKeys.Loaded?, _ logger: Logger
  ) -> Reloader {
    let digest = HotSwappable(loaded?.digest)
    return Reloader(
      name: "JWK set", paths: ["auth.jwk_set_file", "auth.jwk_issuer", "auth.jwk_audience"]
    ) { settings in
      let loaded = try ExternalKeys.load(settings, logger: logger)
      guard loaded?.digest != digest.current else { return nil }
      accounts.replaceExternalTokens(by: loaded?.tokens)
      digest.replace(by: loaded?.digest)
      return loaded == nil ? "no other issuer's tokens are taken" : "tokens are checked with \(settings.jwkSetFile)"
    }
  }
}

/// A change that a running server cannot make.
private struct NeedsRestart: Error, CustomStringConvertible {
  var change: String
  var description: String { "\(change) the server must be restarted" }
}

extension [Reloader] {
  /// Applies the settings of `new` that a running server can change. The log has the changes and those that need a restart.
  /// - Parameter running: the settings that the server was started with.
  func reload(_ new: ServerSettings, running: ServerSettings, _ logger: Logger) {
    var changes = 0
    for reloader in self {
      do {
        guard let change = try reloader.run(new) else { continue }
        changes += 1
        logger.notice("reloaded", metadata: ["what": "\(reloader.name)", "change": "\(change)"])
      } catch {
        changes += 1
        logger.error("not reloaded, the former stays", metadata: ["what": "\(reloader.name)", "error": "\(error)"])
      }
    }
    let taken = reduce(into: Set<String>()) { $0.formUnion($1.paths) }
    let late = Set(new.given.keys).union(running.given.keys).subtracting(taken)
      .filter { new.given[$0] != running.given[$0] }
    if !late.isEmpty {
      logger.warning(
        "changed settings need a restart", metadata: ["settings": "\(late.sorted().joined(separator: ", "))"])
    } else if changes == 0 {
      logger.notice("nothing to reload has changed")
    }
  }
}
