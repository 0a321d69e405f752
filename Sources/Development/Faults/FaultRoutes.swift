import API
import Bytes
import HTTPServer
import JSONCodec

/// The routes below `/dev/faults`.
struct FaultRoutes {
  let faults: FaultInjector
  let log: TrafficLog
  let environment: Environment

  var routes: [Route] {
    [
      Route(FaultOperations.list) { [faults, log] _ in
        log.start()
        let (list, heldBytes) = faults.list()
        return .json([
          "items": .array(list.map { FaultJSON.fault($0.planned, held: $0.held) }),
          "held_bytes": .integer(Int64(heldBytes)), "max_held_bytes": .integer(Int64(FaultInjector.maxHeldBytes)),
        ])
      },
      Route(FaultOperations.create) { [faults, log, environment] request in
        let fault = try FaultInput.fault(request)
        log.start()
        guard let planned = await faults.create(fault, at: environment.now()) else {
          throw Problem.conflict(code: "FAULT_LIMIT", "\(FaultPlan.maxFaults) faults are active. Delete some.")
        }
        return .json(FaultJSON.fault(planned, held: 0), status: 201)
      },
      Route(FaultOperations.deleteAll) { [faults] _ in
        let (deleted, released) = faults.delete(nil) ?? (0, 0)
        return Self.counts(deleted, released)
      },
      Route(FaultOperations.delete) { [faults] request in
        guard let (deleted, released) = faults.delete(try Self.id(request)) else { throw Self.unknown }
        return Self.counts(deleted, released)
      },
      Route(FaultOperations.release) { [faults] request in
        guard let released = faults.release(try Self.id(request)) else { throw Self.unknown }
        return Self.counts(0, released)
      },
    ]
  }

  private static var unknown: Problem { .notFound("No such fault.") }

  private static func id(_ request: Request) throws -> Int {
    guard let id = Int(request.parameter("id")) else { throw unknown }
    return id
  }

  private static func counts(_ deleted: Int, _ released: Int) -> Response {
    .json(["deleted": .integer(Int64(deleted)), "released": .integer(Int64(released))])
  }
}
