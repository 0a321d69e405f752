/// The settings table: every setting in the order of the file and of the documentation.
enum SettingsTable {
  /// Settings that are documented together.
  struct Group: Sendable {
    /// The heading in `docs/configuration.md`.
    let title: String
    let settings: [Setting]
  }

  static let groups: [Group] = [
    Group(title: "Listening, TLS and proxies", settings: NetworkSettings.all),
    Group(title: "Process", settings: ProcessSettings.all),
    Group(title: "HTTP", settings: HTTPSettings.all),
    Group(title: "WebSocket", settings: WebSocketSettings.all),
    Group(title: "Accounts and tokens", settings: AccountSettings.all),
    Group(title: "Storage and limits of one user", settings: StorageSettings.all),
    Group(title: "Several nodes", settings: BusSettings.all),
    Group(title: "Meals, foods and templates", settings: MealSettings.all),
    Group(title: "Coach and language model", settings: CoachSettings.all),
    Group(title: "Chat", settings: ChatSettings.all),
    Group(title: "Mobile sync", settings: SyncSettings.all),
  ]

  static let all = groups.flatMap(\.settings)
  static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
  static let byEnvironmentName = Dictionary(uniqueKeysWithValues: all.map { ($0.environmentName, $0) })
  static let sections = Set(all.compactMap(\.section))
}
