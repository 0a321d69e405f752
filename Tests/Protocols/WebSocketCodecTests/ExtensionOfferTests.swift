import HTTPCodec
import Testing

@testable import WebSocketCodec

/// Tests of the response to `Sec-WebSocket-Extensions` (RFC 7692 §7.1, RFC 6455 §9.1).
@Suite struct ExtensionOfferTests {
  private func answer(_ lines: [String]) throws(MalformedExtensions) -> String? {
    var fields = HTTPFields()
    for line in lines { fields.append("Sec-WebSocket-Extensions", line) }
    return try DeflateParameters.negotiate(fields)?.response
  }

  private static let name = "permessage-deflate"

  @Test(
    arguments: [
      ([], nil),
      (["permessage-deflate"], name),
      // §7.1.1: without a value.
      (["permessage-deflate; server_no_context_takeover"], name + "; server_no_context_takeover"),
      (["permessage-deflate; client_no_context_takeover"], name + "; client_no_context_takeover"),
      (
        ["permessage-deflate; client_no_context_takeover; server_no_context_takeover"],
        name + "; server_no_context_takeover; client_no_context_takeover"
      ),
      (["permessage-deflate; server_no_context_takeover=1"], nil),
      (["permessage-deflate; client_no_context_takeover=true"], nil),
      // §7.1.2.1: with a value, always.
      (["permessage-deflate; server_max_window_bits=9"], name + "; server_max_window_bits=9"),
      (["permessage-deflate; server_max_window_bits=10"], name + "; server_max_window_bits=10"),
      (["permessage-deflate; server_max_window_bits=15"], name + "; server_max_window_bits=15"),
      (["permessage-deflate; server_max_window_bits"], nil),
      (["permessage-deflate; server_max_window_bits=7"], nil),
      (["permessage-deflate; server_max_window_bits=16"], nil),
      (["permessage-deflate; server_max_window_bits=010"], nil),
      (["permessage-deflate; server_max_window_bits=+10"], nil),
      (["permessage-deflate; server_max_window_bits=1e1"], nil),
      (["permessage-deflate; server_max_window_bits=99999999999999999999"], nil),
      // A window of 256 bytes is valid, but zlib does not support it: declined.
      (["permessage-deflate; server_max_window_bits=8"], nil),
      // §7.1.2.2: with or without one.
      (["permessage-deflate; client_max_window_bits"], name + "; client_max_window_bits=12"),
      (["permessage-deflate; client_max_window_bits=8"], name + "; client_max_window_bits=8"),
      (["permessage-deflate; client_max_window_bits=11"], name + "; client_max_window_bits=11"),
      (["permessage-deflate; client_max_window_bits=15"], name + "; client_max_window_bits=12"),
      (["permessage-deflate; client_max_window_bits=7"], nil),
      (["permessage-deflate; client_max_window_bits=16"], nil),
      (["permessage-deflate; client_max_window_bits=08"], nil),
      (
        [
          "permessage-deflate; server_no_context_takeover; client_max_window_bits=10; server_max_window_bits=11;"
            + " client_no_context_takeover"
        ],
        name + "; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=11;"
          + " client_max_window_bits=10"
      ),
      // §7.1: unknown or repeated parameters.
      (["permessage-deflate; other"], nil),
      (["permessage-deflate; other=1"], nil),
      (["permessage-deflate; server_no_context_takeover; server_no_context_takeover"], nil),
      (["permessage-deflate; server_max_window_bits=10; server_max_window_bits=10"], nil),
      (["permessage-deflate; client_max_window_bits; client_max_window_bits=10"], nil),
      // §5.1: the first acceptable offer, in one line or several.
      (["permessage-deflate; other, permessage-deflate"], name),
      (
        [
          "permessage-deflate; server_max_window_bits=8",
          "permessage-deflate; server_max_window_bits=9, permessage-deflate",
        ],
        name + "; server_max_window_bits=9"
      ),
      (["x-webkit-deflate-frame, permessage-deflate"], name),
      (["permessage-bzip2; a=b; c"], nil),
      // RFC 6455 §9.1: white space, quotes, empty members.
      (["permessage-deflate;server_max_window_bits=10"], name + "; server_max_window_bits=10"),
      ([" permessage-deflate \t; server_max_window_bits = 10 "], name + "; server_max_window_bits=10"),
      (["permessage-deflate; server_max_window_bits=\"10\""], name + "; server_max_window_bits=10"),
      (["permessage-deflate; server_max_window_bits=\"1\\0\""], name + "; server_max_window_bits=10"),
      ([", ,permessage-deflate,,"], name),
      ([""], nil),
    ] as [([String], String?)])
  func answersAnOffer(_ lines: [String], answer expected: String?) throws {
    #expect(try answer(lines) == expected)
  }

  @Test(
    arguments: [
      ";", "permessage-deflate;", "permessage-deflate; ;a", "permessage-deflate; =1", "permessage-deflate; a=",
      "permessage-deflate; a=\"", "permessage-deflate; a=\"b", "permessage-deflate; a=\"\"",
      "permessage-deflate; a=\"b c\"", "permessage-deflate; a=\"b\"c", "permessage-deflate; a=\"b\\",
      "permessage-deflate; a=\"\\\"\"", "permessage-deflate permessage-deflate", "permessage-deflate/1",
      "permessage-deflate; a=b=c", "\"permessage-deflate\"", "permessage-deflate; é", "foo; bar baz",
      String(repeating: "a,", count: 33), "a" + String(repeating: ";b", count: 33),
    ])
  func rejectsSyntaxErrors(_ line: String) {
    #expect(throws: MalformedExtensions.self) { try answer([line]) }
    #expect(throws: MalformedExtensions.self) { try answer(["permessage-deflate", line]) }
  }

  @Test func acceptsThirtyTwoOffersAndParameters() throws {
    #expect(try answer([String(repeating: "a,", count: 31) + "permessage-deflate"]) == Self.name)
  }
}
