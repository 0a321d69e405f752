import Glibc
import Runtime

/// Listening Unix domain sockets.
enum UnixSocket {
  /// Binds a Unix domain socket. The socket file of an ended server is replaced; that of a listening server and other files are not.
  /// - Parameter mode: permission bits of the file. Write permission allows to connect.
  static func listen(path: String, mode: UInt32, backlog: Int32 = 4096) throws(ListenError) -> ListeningSocket {
    let address = ListenAddress.unix(path: path)
    guard let name = UnixName(path) else { throw ListenError(address: address, reason: "the path is too long") }
    try removeStale(path, name, address)
    let descriptor = try ListeningSocket.make(family: AF_UNIX, for: address)
    // The mode of the socket, reduced by the umask, becomes that of the file, so that it is never too permissive.
    _ = fchmod(descriptor, mode)
    guard name.bind(descriptor) == 0, unsafe chmod(path, mode) == 0, Glibc.listen(descriptor, backlog) == 0,
      let file = SocketFile(path)
    else {
      let reason = SystemError.lastReason
      close(descriptor)
      throw ListenError(address: address, reason: reason)
    }
    return ListeningSocket(descriptor: descriptor, address: address, file: file)
  }

  private static func removeStale(_ path: String, _ name: UnixName, _ address: ListenAddress) throws(ListenError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ListenError(address: address, reason: "the file exists and is not a socket")
    }
    let probe = try ListeningSocket.make(family: AF_UNIX, for: address)
    defer { close(probe) }
    // A full accept queue also means a listening server.
    if name.connect(probe) == 0 || errno == EAGAIN {
      throw ListenError(address: address, reason: "another server listens on it")
    }
    guard errno == ECONNREFUSED else { throw ListenError(address: address, reason: SystemError.lastReason) }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw ListenError(address: address, reason: SystemError.lastReason)
    }
  }
}

/// The address of a Unix domain socket in the kernel's format.
struct UnixName {
  private var name = sockaddr_un()

  /// - Returns: nil if the path is too long.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count <= ListenAddress.maxPathBytes else { return nil }
    name.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  func bind(_ descriptor: Int32) -> Int32 { unsafe use { unsafe Glibc.bind(descriptor, $0, $1) } }

  func connect(_ descriptor: Int32) -> Int32 { unsafe use { unsafe Glibc.connect(descriptor, $0, $1) } }

  private func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// The file of a Unix domain socket, removed only by the process that created it.
struct SocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// - Returns: nil, with `errno`, if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  /// Removes the file unless another server has replaced it.
  func remove() {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
    unsafe unlink(path)
  }
}
