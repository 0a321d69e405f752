import Bytes
import Crypto
import JSONCodec
import TestSupport
import Testing

@testable import JWT

@Suite struct JWKSetTests {
  @Test func ignoresKeysForOtherUses() throws {
    let good = try SignatureKeyPair(.edDSA).jwk(id: "good")
    let rsa = try SignatureKeyPair(.rs256).jwk(id: "r")
    let set = try JWKSet(
      parsing: Tokens.set([
        rsa.merging(["use": "enc"]) { $1 }, rsa.merging(["key_ops": ["encrypt"]]) { $1 },
        rsa.merging(["alg": "RS512"]) { $1 }, ["kty": "EC", "crv": "P-521"], ["kty": "new"], good,
      ]))
    #expect(set.keys.map(\.id) == ["good"])
    #expect(set.ignored.count == 5)
    #expect(set.ignored.first == "\"r\": its use is not sig")
  }

  @Test(arguments: ["", "{}", "[]", "null", #"{"keys":{}}"#, #"{"keys":[]"#])
  func rejectsInvalidKeySets(text: String) {
    #expect(throws: JWKSetError.notASet) { try JWKSet(parsing: Array(text.utf8)) }
  }

  @Test func refusesAnEmptySet() {
    #expect(throws: JWKSetError.noUsableKey) { try JWKSet(parsing: Tokens.set([])) }
    #expect(throws: JWKSetError.noUsableKey) { try JWKSet(parsing: Array(#"{"keys":[1,null,"x"]}"#.utf8)) }
  }

  @Test func refusesOversizedSets() throws {
    let key = try SignatureKeyPair(.edDSA).jwk()
    #expect(throws: JWKSetError.tooManyKeys(limit: 64)) {
      try JWKSet(parsing: Tokens.set(Array(repeating: key, count: 65)))
    }
    #expect(throws: JWKSetError.tooLarge(limit: JWKSet.maxBytes)) {
      try JWKSet(parsing: Array(repeating: 0x20, count: JWKSet.maxBytes + 1))
    }
  }

  @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
  func refusesSecrets(parameter: String) throws {
    let key = try SignatureKeyPair(.rs256).jwk(id: "a").merging([parameter: "AAAA"]) { $1 }
    #expect(throws: JWKSetError.holdsSecret(key: "\"a\"")) { try JWKSet(parsing: Tokens.set([key])) }
    #expect(throws: JWKSetError.holdsSecret(key: "number 1")) {
      try JWKSet(parsing: Tokens.set([["kty": "oct", "k": "AAAA"]]))
    }
  }

  @Test func refusesManyKeysOfAnAlgorithmWithoutIDs() throws {
    let others = [try SignatureKeyPair(.es256).jwk(), try SignatureKeyPair(.rs256).jwk()]
    let four = try (1...4).map { try SignatureKeyPair(.edDSA).jwk(id: $0 == 1 ? nil : "k\($0)") }
    #expect(try JWKSet(parsing: Tokens.set(four + others)).keys.count == 6)
    let fifth = try SignatureKeyPair(.edDSA).jwk(id: "k5")
    #expect(throws: JWKSetError.missingID(algorithm: "EdDSA", limit: 4)) {
      try JWKSet(parsing: Tokens.set(four + [fifth] + others))
    }
  }

  @Test func refusesTheSameIDTwice() throws {
    let keys = [try SignatureKeyPair(.edDSA).jwk(id: "a"), try SignatureKeyPair(.es256).jwk(id: "a")]
    #expect(throws: JWKSetError.duplicateID("a")) { try JWKSet(parsing: Tokens.set(keys)) }
  }

  @Test func refusesWeakAndBrokenKeysWithTheReason() throws {
    let weak = try SignatureKeyPair(.rs256, bits: 1024).jwk(id: "w")
    let error = #expect(throws: JWKSetError.self) { try JWKSet(parsing: Tokens.set([weak])) }
    #expect(error?.description == "key \"w\": its modulus has 1024 bits, at least 2048 are required")
    let broken = try SignatureKeyPair(.es256).jwk().merging(["x": "AAAA"]) { $1 }
    #expect(throws: JWKSetError.badKey("number 1", .notAKey)) { try JWKSet(parsing: Tokens.set([broken])) }
    for changes in [["x": 1], ["x": nil], ["x": "a b"], ["kid": 7], ["kid": ""]] as [[String: JSONValue]] {
      let key = try SignatureKeyPair(.edDSA).jwk().merging(changes) { $1 }
      #expect(throws: JWKSetError.self) { try JWKSet(parsing: Tokens.set([key])) }
    }
  }
}
