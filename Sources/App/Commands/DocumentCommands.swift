import ArgumentParser
import Documentation
import Glibc
import JSONCodec
import Logging
import Modules
import Runtime

/// `hearth openapi`
struct OpenAPICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Print the OpenAPI 3.1 document of the REST API. Needs no server.")

  @OptionGroup var options: ConfigurationOptions
  @Flag(help: "Describe what serve --dev adds as well.")
  var dev = false

  func run() async throws {
    print(try await UnstartedServer.documents(options.load(dev ? ["dev": "true"] : [:])).openAPI.text)
  }
}

/// `hearth asyncapi`
struct AsyncAPICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "asyncapi", abstract: "Print the AsyncAPI 3.0 document of the WebSocket paths. Needs no server.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("The address of the server, as clients write it.", valueName: "host:port"))
  var host = "localhost:8000"
  @Flag(help: "Clients use TLS.")
  var secure = false
  @Flag(help: "Describe what serve --dev adds as well.")
  var dev = false

  func run() async throws {
    let settings = try options.load(dev ? ["dev": "true"] : [:])
    print(try await UnstartedServer.documents(settings).asyncAPI(host: host, isSecure: secure).text)
  }
}

/// The modules of a server that does not listen, with an empty database in a temporary folder.
enum UnstartedServer {
  /// The documents of a server with these settings. Its data folder is not touched.
  static func documents(_ settings: ServerSettings) async throws -> APIDocuments {
    let folder = try TemporaryDataFolder()
    defer { folder.remove() }
    var settings = settings
    settings.dataFolder = folder.path
    settings.loops = 1
    let logger = Logger(label: "hearth") { _ in SwiftLogNoOpLogHandler() }
    let services = ServiceStack(logger: logger)
    do {
      let core = try await ServerCore.start(settings, environment: .system, logger: logger, services: services)
      let modules = try await ServerModules.make(core)
      let routes = Generation.routes(core, modules, isReady: Locked(true))
      await services.stop(within: .seconds(1))
      var documents = APIDocuments(routes: routes, sockets: modules.flatMap(\.sockets), server: settings.described)
      if settings.docsEnabled { documents.operations += DocumentOperations.all }
      return documents
    } catch {
      await services.stop(within: .seconds(1))
      throw CommandFailure("cannot describe the server: \(error)")
    }
  }
}

/// A folder that exists while a command runs.
struct TemporaryDataFolder {
  let path: String

  /// - Throws: `CommandFailure` if the folder cannot be created.
  init() throws {
    var template = Array(((ProcessEnvironment.variables["TMPDIR"] ?? "/tmp") + "/hearth-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { unsafe $0.baseAddress.flatMap { unsafe mkdtemp($0) } }
    guard unsafe made != nil else {
      throw CommandFailure("cannot create a temporary folder: \(SystemError.lastReason)")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder with the files in it.
  func remove() {
    guard let folder = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      unsafe unlink(path + "/" + name)
    }
    unsafe closedir(folder)
    unsafe rmdir(path)
  }
}
