import Glibc

/// An IP address and a port, written `127.0.0.1:8377` or `[::1]:8377`.
package struct TCPAddress: Hashable, Sendable, CustomStringConvertible {
    package let host: IPAddress
    package let port: UInt16

    /// `nil` if the host is no address, or the port not from 1 to 65535.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits), port > 0
        else { return nil }
        let name = text[..<colon]
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        let bare = isBracketed ? name.dropFirst().dropLast() : name
        guard let host = IPAddress(bare), host.isIPv4 != isBracketed else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Where `descriptor` listens; `nil` if it is no socket of TCP.
    package init?(of descriptor: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isKnown, let host = Self.host(in: storage) else { return nil }
        (self.host, port) = (host, Self.port(in: storage))
    }

    package var description: String {
        host.isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
    }

    /// Listens there, and returns the descriptor. `[::]` is also of IPv4.
    package func listen() throws(PortError) -> Int32 {
        let descriptor = socket(
            Int32(host.family), Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotListen(self, .current) }
        // What is left of connections to the program before this one is no reason to wait.
        set(SOL_SOCKET, SO_REUSEADDR, to: 1, of: descriptor)
        if !host.isIPv4 { set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0, of: descriptor) }
        guard withAddress({ bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, SOMAXCONN) == 0
        else {
            let error = PortError.cannotListen(self, .current)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private func set(_ level: Int32, _ option: Int32, to value: Int32, of descriptor: Int32) {
        var value = value
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

extension TCPAddress {
    private static func host(in storage: sockaddr_storage) -> IPAddress? {
        withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                withUnsafeBytes(of: bytes.load(as: sockaddr_in.self).sin_addr) {
                    IPAddress(bytes: Array($0))
                }
            case AF_INET6:
                withUnsafeBytes(of: bytes.load(as: sockaddr_in6.self).sin6_addr) {
                    IPAddress(bytes: Array($0))
                }
            default: nil
            }
        }
    }

    /// Both families have it at the same place (netinet/in.h).
    private static func port(in storage: sockaddr_storage) -> UInt16 {
        withUnsafeBytes(of: storage) {
            UInt16(bigEndian: $0.load(as: sockaddr_in.self).sin_port)
        }
    }

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        if host.isIPv4 {
            var address = sockaddr_in()
            address.sin_family = host.family
            address.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: host.bytes) }
            return Self.with(address, body)
        }
        var address = sockaddr_in6()
        address.sin6_family = host.family
        address.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: host.bytes) }
        return Self.with(address, body)
    }

    private static func with<Address>(
        _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

/// Why a port cannot be used.
package enum PortError: Error, Equatable, CustomStringConvertible {
    case cannotListen(TCPAddress, Errno)
    /// A socket that systemd passed, by its name.
    case notListening(String)

    package var description: String {
        switch self {
        case .cannotListen(let address, Errno(EADDRINUSE)):
            "\(address): another program listens there: stop it, or choose another port"
        case .cannotListen(let address, Errno(EADDRNOTAVAIL)):
            "\(address): this machine has no such address: choose one of its own"
        case .cannotListen(let address, Errno(EACCES)):
            "\(address): permission denied: choose a port from 1024 on, or have systemd listen"
        case .cannotListen(let address, let error): "\(address): cannot listen: \(error)"
        case .notListening(let name):
            "what systemd passed as \(name.quoted) is not listening at a port: use "
                + "ListenStream=ADDRESS:PORT"
        }
    }
}
