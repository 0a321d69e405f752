import Bytes
import JSONCodec
import TestSupport
import Testing

@testable import Crypto

/// Tests with signatures of other implementations and with forgeries.
@Suite struct PublicKeyTests {
  private static func bytes(_ text: String) -> [UInt8] { Base64URL.decode(text) ?? [] }

  /// The signed bytes and the signature.
  private static func parts(_ token: String) -> (message: [UInt8], signature: [UInt8]) {
    let end = token.lastIndex(of: ".") ?? token.endIndex
    return (Array(token[..<end].utf8), bytes(String(token[token.index(after: end)...])))
  }

  @Test func verifiesTheExampleOfRFC7515A2() throws {
    let key = try PublicKey.rsa(
      modulus: Self.bytes(
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
          + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2"
          + "R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcD"
          + "TW9gb54h4FRWyuXpoQ"),
      exponent: Self.bytes("AQAB"))
    let (message, signature) = Self.parts(
      "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
        + "cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJ"
        + "dbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383Lc"
        + "OLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtV"
        + "rBp0igcN_IoypGlUPQGe77Rw")
    #expect(key.verifies(signature, of: message))
    #expect(!key.verifies(signature, of: message + [0]))
  }

  @Test func verifiesTheExampleOfRFC7515A3() throws {
    let key = try PublicKey.p256(
      x: Self.bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
      y: Self.bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
    let (message, signature) = Self.parts(
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
        + "cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
    #expect(key.verifies(signature, of: message))
    #expect(!key.verifies(signature, of: message.dropLast()))
  }

  @Test func verifiesTheExampleOfRFC8037A4() throws {
    let key = try PublicKey.ed25519(Self.bytes("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
    let (message, signature) = Self.parts(
      "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR"
        + "4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
    #expect(key.verifies(signature, of: message))
    #expect(!key.verifies(signature.reversed(), of: message))
  }

  @Test(arguments: [SignatureKeyPair.Kind.rs256, .es256, .edDSA])
  func rejectsInvalidSignatures(kind: SignatureKeyPair.Kind) throws {
    let pair = try SignatureKeyPair(kind)
    let jwk = pair.jwk()
    func parameter(_ name: String) -> [UInt8] { Self.bytes(jwk[name]?.stringValue ?? "") }
    let key: PublicKey =
      switch kind {
      case .rs256: try .rsa(modulus: parameter("n"), exponent: parameter("e"))
      case .es256: try .p256(x: parameter("x"), y: parameter("y"))
      case .edDSA: try .ed25519(parameter("x"))
      }
    let message = Array("message".utf8)
    let good = pair.sign(message)
    #expect(key.verifies(good, of: message))
    var forgeries: [[UInt8]] = [
      [], [0], good.dropLast(), good + [0], [0] + good, Array(repeating: 0, count: good.count),
      Array(repeating: 0xFF, count: good.count), try SignatureKeyPair(kind).sign(message),
      Array(repeating: 1, count: 10_000),
    ]
    for index in stride(from: 0, to: good.count, by: 7) {
      var changed = good
      changed[index] ^= 1
      forgeries.append(changed)
    }
    if kind == .es256 {
      // One half zero, and the DER form (RFC 7518 §3.4 allows neither).
      forgeries.append(Array(repeating: 0, count: 32) + good[32...])
      forgeries.append(good[..<32] + Array(repeating: 0, count: 32))
      forgeries.append(pair.sign(message, asDER: true))
    }
    for forgery in forgeries { #expect(!key.verifies(forgery, of: message)) }
  }

  @Test(arguments: [(512, 1), (1024, 1), (2047, 1), (8193, 1)])
  func refusesModuliOfOddSizes(bits: Int, last: UInt8) {
    var modulus = [UInt8](repeating: 0, count: (bits + 7) / 8)
    modulus[0] = 1 << ((bits - 1) % 8)
    modulus[modulus.count - 1] |= last
    #expect(throws: PublicKeyError.modulusRefused(bits: bits)) {
      try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1])
    }
  }

  @Test(arguments: [[], [0], [1], [2], [0, 1], Array(repeating: 0xFF, count: 9)] as [[UInt8]])
  func refusesOddExponents(exponent: [UInt8]) throws {
    let modulus = Self.bytes(try SignatureKeyPair(.rs256).jwk()["n"]?.stringValue ?? "")
    #expect(throws: PublicKeyError.exponentRefused) { try PublicKey.rsa(modulus: modulus, exponent: exponent) }
  }

  @Test func refusesPointsThatAreNotOnTheCurve() throws {
    let jwk = try SignatureKeyPair(.es256).jwk()
    let x = Self.bytes(jwk["x"]?.stringValue ?? "")
    var y = Self.bytes(jwk["y"]?.stringValue ?? "")
    y[31] ^= 1
    #expect(throws: PublicKeyError.notAKey) { try PublicKey.p256(x: x, y: y) }
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(throws: PublicKeyError.notAKey) { try PublicKey.p256(x: zero, y: zero) }
    #expect(throws: PublicKeyError.notAKey) { try PublicKey.p256(x: x.dropLast(), y: y) }
    #expect(throws: PublicKeyError.notAKey) { try PublicKey.ed25519(zero + [0]) }
  }

  /// RFC 8032 §5.1: under a point whose order divides 8, a signature of zeros verifies for one message in a few.
  @Test(arguments: [
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA",
    "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU",
    "JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_IU", "xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA3o",
    "7P_______________________________________38", "7f_______________________________________38",
    "7v_______________________________________38",
  ])
  func rejectsSmallOrderPoints(x: String) {
    #expect(Self.bytes(x).count == 32)
    #expect(throws: PublicKeyError.notAKey) { try PublicKey.ed25519(Self.bytes(x)) }
  }
}
