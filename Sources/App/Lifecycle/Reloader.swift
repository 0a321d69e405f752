import API
import Accounts
import Crypto
import Logging
import Runtime
import TLS

/// A part of a running server that applies new settings on SIGHUP, or reads the files again that they name.
struct Reloader: Sendable {
  /// The name of the part in the log.
  var name: String
  /// The keys of the settings that it applies.
  var paths: Set<String>
  /// Applies new settings. If it throws, the previous ones stay in use.
  /// - Returns: the change for the log; nil if nothing changed.
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

  /// Open connections keep the certificate of their handshake.
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
      return "new connections use the certificate in \(settings.tlsCertificate)"
    }
  }

  static func origins(_ rules: OriginRules, _ settings: ServerSettings) -> Reloader {
    let lists = HotSwappable([settings.corsOrigins, settings.socketOrigins])
    return Reloader(name: "allowed origins", paths: ["cors.allowed_origins", "websocket.allowed_origins"]) { settings in
      let new = [settings.corsOrigins, settings.socketOrigins]
      guard new != lists.current else { return nil }
      rules.replace(cors: settings.corsPolicy, sockets: settings.originPolicy)
      lists.replace(by: new)
      return
        "\(settings.corsOrigins.count) origins may read responses, \(settings.socketOrigins.count) may open sockets"
    }
  }

  /// Sockets that were opened with a token of a removed key stay open until the token expires.
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
      return loaded == nil ? "tokens of other issuers are refused" : "tokens are verified with \(settings.jwkSetFile)"
    }
  }
}

/// A change that a running server cannot make.
private struct NeedsRestart: Error, CustomStringConvertible {
  var change: String
  var description: String { "\(change) the server must be restarted" }
}

extension [Reloader] {
  /// Applies the settings that a running server can change. Logs each change, and the settings that need a restart.
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
