import Cluster
import Logging
import Runtime
import StoragePostgres
import TLS

extension ServerSettings {
  /// Makes the bus between the nodes of a database, which has yet to start.
  /// - Throws: `SystemError`, `TLSIdentityError` for the file of authorities, `StorageError`.
  func makeBus(_ database: PostgresDatabase, _ logger: Logger) async throws -> ThreadedBus {
    guard bus.engine == .redis else { return try database.bus(logger: logger) }
    let configuration = try redis(channel: "hearth:" + (await database.clusterName()))
    return try ThreadedBus(logger: logger) { RedisBus(configuration) }
  }

  /// Connects to the server of the bus once. Blocks.
  /// - Throws: an error that says what is wrong, without a password.
  func checkBus() throws {
    var engine = RedisBus(try redis(channel: "hearth:check"))
    defer { engine.disconnect() }
    try engine.connect()
  }

  private func redis(channel: String) throws -> RedisBus.Configuration {
    // `storageProblems` has refused other texts.
    guard let address = RedisAddress(bus.url) else {
      throw CommandFailure("bus.url is not the address of a Redis server")
    }
    var configuration = RedisBus.Configuration(address: address, channel: channel)
    if case .tcp(_, _, isEncrypted: true) = address.endpoint {
      configuration.tls = try TLSContext.client(authorities: bus.authoritiesFile.isEmpty ? nil : bus.authoritiesFile)
    }
    let file = bus.passwordFile
    if !file.isEmpty { configuration.password = { try PasswordFile.read(file) } }
    return configuration
  }
}
