import Glibc
import Runtime
import TestSupport
import Testing

/// Acknowledged writes survive the process.
@Suite struct CrashTests {
  @Test func findsEveryAcknowledgedMealOnceAfterSIGKILLUnderLoad() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let environment = [
        "HEARTH_MEALS_MAX_PENDING_PER_USER": "100000", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
        "HEARTH_LOG_LEVEL": "warning",
      ]
      let load = MealLoad()
      for round in 1...4 {
        let server = try ServerProcess(folder: folder, environment: environment)
        try load.start(clients: 6, port: server.port, token: try DevelopmentAccount.logIn(server.port))
        try load.wait(for: round * 40)
        server.send(signal: SIGKILL)
        #expect(try server.waitForExit() == .signal(SIGKILL))
        load.join()
      }
      #expect(load.others.withLock { $0 } == [:])
      let server = try ServerProcess(folder: folder, environment: environment)
      try load.expectAllProcessedOnce(port: server.port)
    }
  }
}
