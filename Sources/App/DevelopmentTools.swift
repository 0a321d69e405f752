import API
import Bytes
import Demo
import Development
import HTTPServer
import JSONCodec
import LanguageModel
import Modules

extension ServerModules {
  /// The module of the development mode. - Parameter modules: all others.
  static func development(_ state: DevelopmentState, _ core: ServerCore, _ modules: [Module]) -> Module {
    let queues = modules.compactMap(\.jobs?.queue)
    let registry = core.context.registry
    var tools = [
      ClockTool(state.clock, registry: registry, queues: queues).tool, LimitsTool(state.limits).tool,
      TokenTool(
        state.tokens, accounts: core.accounts, authenticator: core.authenticator, registry: registry
      ).tool,
      ModelTool(state.model).tool, state.traffic.tool,
    ]
    // Snapshots and resets exchange the file of SQLite.
    if core.settings.storageEngine == .sqlite {
      tools.append(
        DataTool(state.data, dataFolder: core.settings.dataFolder) { try await seed(core, replaces: $0) }.tool)
    }
    return DevelopmentModule.make(tools)
  }

  private static func seed(_ core: ServerCore, replaces: Bool) async throws -> JSONValue {
    let report: DemoData.Report
    do {
      report = try await DemoData.of(core.database).seed(at: core.context.environment.now(), replaces: replaces)
    } catch let refusal as DemoData.Refusal {
      throw Problem.conflict(code: "DEMO_REFUSED", "The demo data was not stored: \(refusal).")
    }
    let users = report.accounts.map { account -> JSONValue in
      [
        "id": .string(account.id), "username": .string(account.username), "email": .string(account.email),
        "password": .string(DemoData.password), "name": .string(account.name),
      ]
    }
    var members: [String: JSONValue] = ["created": .bool(report.isCreated), "users": .array(users)]
    for count in report.counts { members[count.name] = .integer(Int64(count.count)) }
    return .object(members)
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
