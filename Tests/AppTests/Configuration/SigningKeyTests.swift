import Foundation
import TestSupport
import Testing

@testable import App

@Suite struct SigningKeyTests {
  private static func settings(_ folder: String) -> ServerSettings {
    var settings = ServerSettings()
    settings.dataFolder = folder
    return settings
  }

  @Test func createsTheKeyOnceAndReplacesADraftLeftByACrash() throws {
    let folder = try TemporaryFolder()
    let draft = folder.path + "/signing.key.new"
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: draft))
    let key = try SigningKey.load(Self.settings(folder.path))
    #expect(key.count == 32)
    #expect(folder.contents(of: "signing.key") == key)
    #expect(!FileManager.default.fileExists(atPath: draft))
    #expect(try SigningKey.load(Self.settings(folder.path)) == key)
  }

  @Test func oneThatCannotBeReadIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/signing.key"
    // A link to itself cannot be opened, not even by root.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let error = #expect(throws: SigningKeyError.self) { try SigningKey.load(Self.settings(folder.path)) }
    #expect(error?.description == "cannot use the signing key \(path): Too many levels of symbolic links")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path)
  }

  @Test func reportsWhyTheKeyCannotBeCreated() throws {
    let folder = try TemporaryFolder()
    // A folder with the name under which the key is written first.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/signing.key.new", withIntermediateDirectories: false)
    let error = #expect(throws: SigningKeyError.self) { try SigningKey.load(Self.settings(folder.path)) }
    #expect(error?.description == "cannot use the signing key \(folder.path)/signing.key: File exists")
  }

  @Test func createsAMissingDataFolder() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/new/data"
    let key = try SigningKey.load(Self.settings(data))
    #expect(folder.contents(of: "new/data/signing.key") == key)
  }

  @Test func oneThatIsTooShortIsLeftAsItIs() throws {
    let folder = try TemporaryFolder()
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.path + "/signing.key"))
    #expect(throws: SigningKeyError.self) { try SigningKey.load(Self.settings(folder.path)) }
    #expect(folder.contents(of: "signing.key") == [1, 2, 3])
  }
}
