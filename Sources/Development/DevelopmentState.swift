package import Bytes
package import LanguageModel

/// The state that the tools of a development server change and its other parts read. Without `--dev` it does not exist.
package struct DevelopmentState: Sendable {
  /// The wall clock of the server.
  package let clock: DevelopmentClock
  /// The switch of limits.
  package let limits: LimitSwitch
  /// The access tokens that count as expired.
  package let tokens = ExpiredTokens()
  /// The language model that answers while it has a script.
  package let model: ScriptedModel
  /// The faults and the recorded traffic.
  package let traffic: TrafficInspector
  /// The environment of the server, with `clock` and `limits`.
  package let environment: Environment
  /// The data of the server.
  package let data = DataControl()

  /// - Parameters:
  ///   - environment: of the process.
  ///   - isRelaxed: whether limits are lifted at first.
  ///   - basePath: the path before every path of the server: `/hearth`, or "" for the root.
  ///   - modelTimeouts: of the client of a language model, which the scripted one observes.
  package init(
    _ environment: Environment, isRelaxed: Bool = false, basePath: String = "",
    modelTimeouts: ModelTimeouts = ModelTimeouts()
  ) {
    clock = DevelopmentClock(environment)
    limits = LimitSwitch(isRelaxed: isRelaxed)
    model = ScriptedModel(timeouts: modelTimeouts)
    traffic = TrafficInspector(environment: environment, basePath: basePath)
    var own = environment
    own.now = { [clock] in clock.now }
    own.limits = limits
    self.environment = own
  }
}
