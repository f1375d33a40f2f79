import Posix

extension TOMLValue {
    /// The path of a file, or of something else that `name` says.
    package func path(called name: String = "a path") throws(TOMLError) -> String {
        let path = try text("\(name) in quotes")
        if path.isEmpty { throw error("is empty", use: name) }
        if path.utf8.contains(0) { throw error("has a NUL in it", use: "\(name) without") }
        return path
    }

    /// The path of a Unix socket.
    package func socketPath() throws(TOMLError) -> String {
        let path = try path()
        guard path.utf8.count <= SocketPath.longest else {
            throw error(
                "is \(path.utf8.count) bytes long", use: "a path of at most \(SocketPath.longest)")
        }
        return path
    }
}
