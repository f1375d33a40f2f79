import Glibc
package import Posix
import Synchronization

/// A port of this machine where nobody listens. No other test gets it, in this process or another,
/// and nobody is given it who asks for any port: it may be used again and again.
package func freePort() throws(Errno) -> Int {
    for _ in 0..<OwnPorts.count {
        let port = OwnPorts.next()
        if let descriptor = try? TCPAddress("127.0.0.1:\(port)")?.listen() {
            close(descriptor)
            return port
        }
    }
    throw Errno(EADDRINUSE)
}

/// Ports that are this process's as long as it lives. They are below those that Linux gives to who
/// asks for any, or connects: from 32768 on (ip(7), `ip_local_port_range`).
private enum OwnPorts {
    static let count = 500
    private static let first = 10_000
    private static let beyond = 32_000

    private static let start: Int = {
        let blocks = (beyond - first) / count
        for offset in 0..<blocks {
            let block = (Int(getpid()) + offset) % blocks
            if isTaken(block) { return first + block * count }
        }
        preconditionFailure("\(blocks) processes have taken all ports of tests")
    }()
    private static let last = Mutex(-1)

    /// In turn, so that one comes again as late as can be.
    static func next() -> Int {
        last.withLock { last in
            last = (last + 1) % count
            return start + last
        }
    }

    /// Takes a block of ports, which has a name for a socket that is in no file system; Linux gives it
    /// back when the process ends, however that is.
    private static func isTaken(_ block: Int) -> Bool {
        let name = Array("\0geofenced-test-ports-\(block)".utf8)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        if status != 0 { close(descriptor) }
        return status == 0
    }
}

/// Whether somebody listens at a port of this machine.
package func isListening(_ port: Int) -> Bool {
    guard let descriptor = try? connectToLoopback(port) else { return false }
    close(descriptor)
    return true
}

/// Connects to a port of this machine.
package func connectToLoopback(_ port: Int) throws(Errno) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard status == 0 else {
        let error = Errno.current
        close(descriptor)
        throw error
    }
    return descriptor
}

/// Listens at a port of this machine that was free.
package func listenOnLoopback() throws(Errno) -> (descriptor: Int32, port: Int) {
    for _ in 0..<100 {
        let port = try freePort()
        if let descriptor = try? TCPAddress("127.0.0.1:\(port)")?.listen() {
            return (descriptor, port)
        }
    }
    throw Errno(EADDRINUSE)
}
