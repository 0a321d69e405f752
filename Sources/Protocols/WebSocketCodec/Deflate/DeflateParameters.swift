package import HTTPCodec

/// The negotiated parameters of permessage-deflate (RFC 7692 §7.1).
package struct DeflateParameters: Equatable, Sendable {
  /// True if the server's messages are compressed independently of each other.
  package var serverNoContextTakeover = false
  /// True if the client's messages are compressed independently of each other.
  package var clientNoContextTakeover = false
  /// The base-2 logarithm of the server's window, 9 to 15; nil if the client set no limit.
  package var serverMaxWindowBits: Int?
  /// The base-2 logarithm of the client's window, 8 to 15; nil if the client cannot limit it.
  package var clientMaxWindowBits: Int?

  /// The window requested from clients that can limit it: 4 KiB of memory per connection instead of 32.
  private static let preferredClientWindowBits = 12

  /// The name of the extension (§7).
  package static let extensionName = "permessage-deflate"

  /// The value of `Sec-WebSocket-Extensions` in the response.
  package var response: String {
    var text = Self.extensionName
    if serverNoContextTakeover { text += "; server_no_context_takeover" }
    if clientNoContextTakeover { text += "; client_no_context_takeover" }
    if let serverMaxWindowBits { text += "; server_max_window_bits=\(serverMaxWindowBits)" }
    if let clientMaxWindowBits { text += "; client_max_window_bits=\(clientMaxWindowBits)" }
    return text
  }

  /// Accepts the first acceptable offer (RFC 7692 §5.1).
  ///
  /// - Returns: nil if there is none.
  /// - Throws: `MalformedExtensions` if the field is malformed (RFC 6455 §9.1).
  package static func negotiate(_ fields: HTTPFields) throws(MalformedExtensions) -> DeflateParameters? {
    for offer in try ExtensionOffer.parse(fields.all("Sec-WebSocket-Extensions")) where offer.name == extensionName {
      if let parameters = DeflateParameters(offer) { return parameters }
    }
    return nil
  }

  /// - Returns: nil for an unknown or repeated parameter, an invalid value, or a window of 256 bytes, which zlib does not support.
  private init?(_ offer: ExtensionOffer) {
    var seen: Set<String> = []
    for (name, value) in offer.parameters {
      guard seen.insert(name).inserted else { return nil }
      switch (name, value) {
      case ("server_no_context_takeover", nil): serverNoContextTakeover = true
      case ("client_no_context_takeover", nil): clientNoContextTakeover = true
      case ("server_max_window_bits", let value?):
        guard let bits = Self.windowBits(value), bits >= 9 else { return nil }
        serverMaxWindowBits = bits
      case ("client_max_window_bits", nil): clientMaxWindowBits = Self.preferredClientWindowBits
      case ("client_max_window_bits", let value?):
        guard let bits = Self.windowBits(value) else { return nil }
        clientMaxWindowBits = min(bits, Self.preferredClientWindowBits)
      default: return nil
      }
    }
  }

  /// 8 to 15 in decimal without leading zeros (RFC 7692 §7.1.2.1).
  private static func windowBits(_ text: String) -> Int? {
    ["8", "9", "10", "11", "12", "13", "14", "15"].contains(text) ? Int(text) : nil
  }
}

extension DeflateParameters {
  /// Creates the default parameters: context takeover, no limits of windows.
  package init() {}
}

/// The error of a malformed `Sec-WebSocket-Extensions` field.
package struct MalformedExtensions: Error, Equatable, Sendable {}
