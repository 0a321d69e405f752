import Cluster
import Runtime
import Storage
import TestSupport
import Testing

@testable import Realtime

@Suite struct ConnectionStoreTests {
  /// Its deletion may have been committed before its row was written.
  @Test func deletesTheRowOfAConnectionThatClosesWhileItIsStored() async throws {
    let fixture = try await RealtimeFixture()
    let registry = fixture.registry
    let stays = try #require(registry.connect(userID: "anna", type: "a", transport: ScriptedTransport()))
    let leaves = try #require(registry.connect(userID: "ben", type: "a", transport: ScriptedTransport()))
    let database = ScopeCheckingDatabase(fixture.database) { number in
      if number == 1 { registry.disconnect(leaves.id) }
    }
    let store = ConnectionStore(database: database, registry: registry, node: .single(name: "node-1"))
    try await store.write([stays, leaves].map { ($0, fixture.clock.now) })
    let rows = try await fixture.query("SELECT id FROM active_websocket_connections")
    #expect(rows.map { $0.text("id") } == [stays.id])
  }
}
