import Glibc

/// Operations on descriptors that no object owns yet.
package enum Descriptor {
  package static func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}
