/// What a server is started with.
package struct ServerSettings: Sendable {
  /// `HOST:PORT`; port 0 takes any free one.
  package var listen = "127.0.0.1:8000"
  /// The folder that keeps everything.
  package var dataFolder = "./data"
  /// Makes the documented accounts, for development only.
  package var isDevelopment = false
  /// Event loops; 0 is one for each core.
  package var loops = 0
  /// How long a stop may take.
  package var grace: Duration = .seconds(10)

  package init() {}
}
