import Bytes
import Development
import LanguageModel
import Modules

extension ServerModules {
  /// The module of the development mode. - Parameter modules: all others.
  static func development(_ state: DevelopmentState, _ core: ServerCore, _ modules: [Module]) -> Module {
    let queues = modules.compactMap(\.jobs?.queue)
    let registry = core.context.registry
    return DevelopmentModule.make([
      ClockTool(state.clock, registry: registry, queues: queues).tool, LimitsTool(state.limits).tool,
      TokenTool(
        state.tokens, accounts: core.accounts, authenticator: core.authenticator, registry: registry
      ).tool,
      ModelTool(state.model).tool, state.traffic.tool,
    ])
  }
}

extension DevelopmentState {
  /// The state of a server with these settings.
  init(_ environment: Environment, _ settings: ServerSettings) {
    self.init(
      environment, isRelaxed: settings.isRelaxed, basePath: settings.http.basePath.text,
      modelTimeouts: settings.model.timeouts)
  }
}
