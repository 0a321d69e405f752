import COpenSSL

/// The process-wide state of OpenSSL.
package enum OpenSSLLibrary {
  /// Initialises OpenSSL without its exit handler; must be the first use of OpenSSL in the process.
  ///
  /// The handler (`OPENSSL_cleanup`) frees tables while other threads still end, and their own thread-local clean-up then
  /// frees the same memory twice: a stopped server would end with SIGABRT instead of status 0
  /// (`OPENSSL_INIT_NO_ATEXIT` in OPENSSL_init_crypto(3)). The kernel frees the memory of a process that ended.
  ///
  /// - Precondition: OpenSSL can be initialised; the process ends otherwise.
  package static func initialize() {
    precondition(
      OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1, "OpenSSL cannot be initialised")
  }
}
