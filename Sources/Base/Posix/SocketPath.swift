import Glibc

/// The path of a Unix socket.
package struct SocketPath: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Bytes of a path that fit into `sockaddr_un`, without the NUL at its end (unix(7)).
    package static let longest = 107

    /// Throws if the path is empty, too long, or has a NUL in it.
    package init(_ path: String) throws(SocketError) {
        guard path.utf8.count <= Self.longest else {
            throw .pathTooLong(path, limit: Self.longest)
        }
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .badPath(path) }
        description = path
    }

    /// Listens there, and returns the descriptor. Replaces a socket that nobody listens at any
    /// more.
    ///
    /// Only the owner and the group may connect (0660).
    package func listen() throws(SocketError) -> Int32 {
        try removeStale()
        let descriptor = try open()
        let mask = umask(0o117)
        let bound = withAddress { bind(descriptor, $0, $1) }
        umask(mask)
        guard bound == 0, Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let error = SocketError.cannotListen(description, .current)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Connects to the program that listens there, and returns the descriptor.
    package func connect() throws(SocketError) -> Int32 {
        let descriptor = try open()
        guard withAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let error = SocketError.cannotConnect(description, .current)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// As `connect()`; `nil` if there is no socket, or nobody listens at it.
    package func connectIfListening() throws(SocketError) -> Int32? {
        do {
            return try connect()
        } catch {
            switch error {
            case .cannotConnect(_, Errno(ENOENT)), .cannotConnect(_, Errno(ECONNREFUSED)):
                return nil
            default: throw error
            }
        }
    }

    /// Removes the socket from the file system, if it is there.
    package func remove() {
        unlink(description)
    }

    private func removeStale() throws(SocketError) {
        var status = stat()
        guard lstat(description, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(description) }
        guard let live = try connectIfListening() else { return remove() }
        close(live)
        throw .inUse(description)
    }

    private func open() throws(SocketError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotConnect(description, .current) }
        return descriptor
    }

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: description.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}

/// Why a Unix socket cannot be used.
package enum SocketError: Error, Equatable, CustomStringConvertible {
    case badPath(String)
    case pathTooLong(String, limit: Int)
    case notASocket(String)
    case inUse(String)
    case cannotListen(String, Errno)
    case cannotConnect(String, Errno)
    /// A socket that systemd passed, by its name.
    case notListening(String)

    package var description: String {
        words.visible
    }

    private var words: String {
        switch self {
        case .badPath: "the path of a socket is empty or contains NUL"
        case .pathTooLong(let path, let limit):
            "\(path): is too long for a socket: use at most \(limit) bytes"
        case .notASocket(let path): "\(path): is not a socket: remove it or choose another path"
        case .inUse(let path): "\(path): another process listens there: stop it first"
        case .cannotListen(let path, Errno(ENOENT)):
            "\(path): its directory does not exist: make it, or choose another path"
        case .cannotListen(let path, Errno(EACCES)):
            "\(path): permission denied: choose a path that you may write"
        case .cannotListen(let path, let error): "\(path): cannot listen: \(error)"
        case .cannotConnect(let path, Errno(EACCES)):
            "\(path): permission denied: are you in the group of the socket?"
        case .cannotConnect(let path, let error): "\(path): cannot connect: \(error)"
        case .notListening(let name):
            "what systemd passed as \(name.quoted) is not listening at a path: use ListenStream=/…"
        }
    }
}
