import Web

/// The origins of the settings. Pages of this machine are allowed in development, whatever port their server has.
extension ServerSettings {
  var corsPolicy: CORSPolicy { CORSPolicy(AllowedOrigins(corsOrigins, allowsLoopback: isDevelopment)) }

  var originPolicy: OriginPolicy { OriginPolicy(AllowedOrigins(socketOrigins, allowsLoopback: isDevelopment)) }
}
