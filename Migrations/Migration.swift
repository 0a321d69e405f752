/// A migration of the schema, embedded in the binary.
///
/// Migrations are numbered and never edited after a release: the migrator refuses a changed one.
package struct Migration: Sendable {
  /// The file's name without its ending (`0001_accounts`).
  package var name: String
  /// The file's bytes.
  package var sql: [UInt8]

  /// The migrations of `Migrations/sqlite`, in order.
  package static let sqlite: [Migration] = [
    Migration(name: "0001_accounts", sql: PackageResources._001_accounts_sql),
    Migration(name: "0002_jobs", sql: PackageResources._002_jobs_sql),
    Migration(name: "0003_realtime", sql: PackageResources._003_realtime_sql),
    Migration(name: "0004_meals", sql: PackageResources._004_meals_sql),
    Migration(name: "0005_sign_outs", sql: PackageResources._005_sign_outs_sql),
    Migration(name: "0006_upkeep", sql: PackageResources._006_upkeep_sql),
    Migration(name: "0007_templates", sql: PackageResources._007_templates_sql),
    Migration(name: "0008_consultations", sql: PackageResources._008_consultations_sql),
    Migration(name: "0009_profiles_and_spending", sql: PackageResources._009_profiles_and_spending_sql),
    Migration(name: "0010_chat", sql: PackageResources._010_chat_sql),
    Migration(name: "0011_sync", sql: PackageResources._011_sync_sql),
    Migration(name: "0012_foods", sql: PackageResources._012_foods_sql),
    Migration(name: "0013_forgotten_deletions", sql: PackageResources._013_forgotten_deletions_sql),
    Migration(
      name: "0014_identities_and_invitations", sql: PackageResources._014_identities_and_invitations_sql),
    Migration(name: "0015_chat_memberships", sql: PackageResources._015_chat_memberships_sql),
    Migration(name: "0016_usage", sql: PackageResources._016_usage_sql),
    Migration(name: "0017_administration", sql: PackageResources._017_administration_sql),
    Migration(name: "0018_nodes", sql: PackageResources._018_nodes_sql),
    Migration(name: "0019_languages", sql: PackageResources._019_languages_sql),
    Migration(name: "0020_profile_language", sql: PackageResources._020_profile_language_sql),
    Migration(name: "0021_meal_failures", sql: PackageResources._021_meal_failures_sql),
    Migration(name: "0022_deleted_meal_keys", sql: PackageResources._022_deleted_meal_keys_sql),
    Migration(name: "0023_last_spent_tokens", sql: PackageResources._023_last_spent_tokens_sql),
    Migration(name: "0024_time_zone", sql: PackageResources._024_time_zone_sql),
  ]
  /// The migrations of `Migrations/postgres`, in order.
  ///
  /// This engine came after SQLite's migration 0017 and starts with the schema of that time. Later migrations have the same name
  /// for both engines. Their files end in `.postgres.sql`, because the names of embedded files must differ.
  package static let postgres: [Migration] = [
    Migration(name: "0017_schema", sql: PackageResources._017_schema_postgres_sql),
    Migration(name: "0017_triggers", sql: PackageResources._017_triggers_postgres_sql),
    Migration(name: "0018_nodes", sql: PackageResources._018_nodes_postgres_sql),
    Migration(name: "0019_languages", sql: PackageResources._019_languages_postgres_sql),
    Migration(name: "0020_profile_language", sql: PackageResources._020_profile_language_postgres_sql),
    Migration(name: "0021_meal_failures", sql: PackageResources._021_meal_failures_postgres_sql),
    Migration(name: "0022_deleted_meal_keys", sql: PackageResources._022_deleted_meal_keys_postgres_sql),
    Migration(name: "0023_last_spent_tokens", sql: PackageResources._023_last_spent_tokens_postgres_sql),
    Migration(name: "0024_time_zone", sql: PackageResources._024_time_zone_postgres_sql),
  ]
}
