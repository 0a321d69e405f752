package import Logging
import Runtime

/// The running services of a server, in the order in which they started.
///
/// A service starts after the services that it uses. The end has two phases: all services drain at the same time, then
/// they stop one by one in reverse order, so that none outlives what it uses. A service that does not drain or stop in time
/// is abandoned: one that hangs must not keep the database from being closed.
package final class ServiceStack: Sendable {
  private struct Service: Sendable {
    var name: String
    var drain: (@Sendable (_ limit: Duration) async -> Void)?
    var stop: @Sendable () async -> Void
  }

  /// The share of the whole time in which services drain; the rest is for the stops.
  private static let drainShare = 0.8

  private let services = Locked<[Service]>([])
  private let minStopTime: Duration
  private let logger: Logger

  /// - Parameter minStopTime: the time that each stop gets even if the time for all is over.
  package init(logger: Logger, minStopTime: Duration = .seconds(2)) {
    self.logger = logger
    self.minStopTime = minStopTime
  }

  /// Starts a service and remembers how it ends.
  ///
  /// - Parameters:
  ///   - start: makes the service and returns once it works. If it throws, nothing of the service may be left.
  ///   - drain: finishes accepted work and takes no more; it returns within its argument.
  ///   - stop: releases threads, descriptors, and files.
  /// - Throws: the error of `start`. Call `stop(within:)` then.
  package func start<Value: Sendable>(
    _ name: String, _ start: () async throws -> Value,
    drain: (@Sendable (Value, _ limit: Duration) async -> Void)? = nil,
    stop: @escaping @Sendable (Value) async -> Void = { _ in }
  ) async throws -> Value {
    let value = try await start()
    add(name, value, drain: drain, stop: stop)
    return value
  }

  /// Remembers how a service ends that works already.
  package func add<Value: Sendable>(
    _ name: String, _ value: Value, drain: (@Sendable (Value, _ limit: Duration) async -> Void)? = nil,
    stop: @escaping @Sendable (Value) async -> Void = { _ in }
  ) {
    var service = Service(name: name, stop: { await stop(value) })
    if let drain { service.drain = { limit in await drain(value, limit) } }
    let started = service
    services.withLock { $0.append(started) }
  }

  /// Drains all services, and stops them in reverse order. A second call does nothing.
  ///
  /// - Parameter limit: the time for all; each stop gets at least `minStopTime`.
  package func stop(within limit: Duration) async {
    let deadline = ContinuousClock.now + limit
    let services = services.withLock { services in
      defer { services = [] }
      return services
    }
    await drain(services, within: limit * Self.drainShare)
    for service in services.reversed() {
      let time = max(minStopTime, ContinuousClock.now.duration(to: deadline))
      if await !Self.ends(service.stop, within: time) {
        logger.error("service did not stop in time", metadata: ["service": "\(service.name)"])
      }
    }
  }

  /// Drains all services, which stay in the stack. - Parameter limit: the time for all.
  package func drain(within limit: Duration) async { await drain(services.withLock { $0 }, within: limit) }

  private func drain(_ services: [Service], within limit: Duration) async {
    let logger = logger
    // A drain may use the whole limit, and takes a moment more to return.
    let abandoned = limit + minStopTime
    await withTaskGroup { group in
      for service in services {
        guard let drain = service.drain else { continue }
        group.addTask {
          if await !Self.ends({ await drain(limit) }, within: abandoned) {
            logger.error("service did not drain in time", metadata: ["service": "\(service.name)"])
          }
        }
      }
    }
  }

  /// Removes services. - Parameter isRemoved: selects them by name.
  /// - Returns: a stack of them, in the same order.
  package func remove(_ isRemoved: (String) -> Bool) -> ServiceStack {
    let removed = ServiceStack(logger: logger, minStopTime: minStopTime)
    let all = services.withLock { $0 }
    services.withLock { $0 = all.filter { !isRemoved($0.name) } }
    removed.services.withLock { $0 = all.filter { isRemoved($0.name) } }
    return removed
  }

  /// Moves the services of another stack to the end of this one.
  package func append(_ stack: ServiceStack) {
    let added = stack.services.withLock { services in
      defer { services = [] }
      return services
    }
    services.withLock { $0 += added }
  }

  /// - Returns: false if `body` still runs after `limit`.
  private static func ends(_ body: @escaping @Sendable () async -> Void, within limit: Duration) async -> Bool {
    let waiter = Locked<CheckedContinuation<Bool, Never>?>(nil)
    let finish: @Sendable (Bool) -> Void = { hasEnded in
      let continuation = waiter.withLock { waiter in
        defer { waiter = nil }
        return waiter
      }
      continuation?.resume(returning: hasEnded)
    }
    return await withCheckedContinuation { continuation in
      waiter.withLock { $0 = continuation }
      let alarm = Task {
        if (try? await Task.sleep(for: limit)) != nil { finish(false) }
      }
      Task {
        await body()
        alarm.cancel()
        finish(true)
      }
    }
  }
}
