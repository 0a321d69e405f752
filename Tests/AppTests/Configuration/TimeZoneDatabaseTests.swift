import Bytes
import Foundation
import TestSupport
import Testing

@testable import App

/// The time zones of a folder.
@Suite struct TimeZoneDatabaseTests {
  private static let system = "/usr/share/zoneinfo"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: system + "/Asia/Tokyo")))
  func readsZonesOfTheSystem() throws {
    let database = TimeZoneDatabase(folder: Self.system)
    for name in ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "GB"] {
      for _ in 0..<2 { #expect(database.zone(named: name)?.name == name) }
    }
    #expect(database.zone(named: "Asia/Tokyo")?.offset(at: Timestamp(seconds: 1_800_000_000)) == 32400)
  }

  @Test(arguments: [
    "", "/", "Asia", "Asia/", "/Asia/Tokyo", "Asia//Tokyo", "../zoneinfo/Asia/Tokyo", "Asia/../Asia/Tokyo",
    "./Asia/Tokyo",
    "right/Asia/Tokyo", "posix/Asia/Tokyo", "zone.tab", "Asia/Tokyo\0", "Asia/T\u{F6}kyo",
    String(repeating: "a", count: 65),
  ])
  func refusesOtherPaths(_ name: String) {
    #expect(TimeZoneDatabase(folder: Self.system).zone(named: name) == nil)
  }

  @Test func knowsNoZoneWithoutItsFolder() throws {
    #expect(TimeZoneDatabase(folder: "/nonexistent").zone(named: "Asia/Tokyo") == nil)
  }
}
