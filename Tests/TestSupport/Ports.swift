import Glibc
package import Posix

/// A port of this machine where nobody listens.
package func freePort() throws(Errno) -> Int {
    try withLoopbackSocket(port: 0) { descriptor, address, length in
        bind(descriptor, address, length.pointee) | getsockname(descriptor, address, length)
    }
}

/// Whether somebody listens at a port of this machine.
package func isListening(_ port: Int) -> Bool {
    let found = try? withLoopbackSocket(port: port) { descriptor, address, length in
        connect(descriptor, address, length.pointee)
    }
    return found != nil
}

/// Returns the port of the address after `body`, which returns 0 if all went well.
private func withLoopbackSocket(
    port: Int,
    _ body: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>)
        -> Int32
) throws(Errno) -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, &length) }
    }
    guard status == 0 else { throw .current }
    return Int(in_port_t(bigEndian: address.sin_port))
}
