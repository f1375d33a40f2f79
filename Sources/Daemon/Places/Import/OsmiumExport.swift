import Glibc
import Posix

/// The output of `osmium export` (osmium-tool), while it runs.
///
/// osmium is run without a shell, and reads what to export on its standard input.
final class OsmiumExport: ByteSource {
    /// For messages: the file as the user knows it.
    let name: String
    /// What osmium reads, if it is there for osmium alone.
    private let copy: InputCopy?

    private let process: pid_t
    private let output: Int32
    /// What osmium says; a file, so that it never waits for us to read.
    private let messages: Int32
    private var hasEnded = false
    private let buffer: UnsafeMutableRawBufferPointer

    /// Called while osmium is silent; may throw to end it.
    var whenWaiting: () throws -> Void = {}

    private static let pieceSize = 256 * 1024
    /// Milliseconds.
    private static let patience: Int32 = 200

    /// `format`: its name in osmium. `copy`: is removed when osmium has read it. Throws
    /// `ImportError.noOsmium` if osmium is not installed.
    init(
        path: String, named name: String, format: String, keeping copy: InputCopy? = nil
    ) throws {
        (self.name, self.copy) = (name, copy)
        let configuration = try Pipe()
        let result = try Pipe()
        guard let file = tmpfile() else { throw FileError.cannotWrite("/tmp", .current) }
        defer { fclose(file) }
        // It fits into any pipe, so that writing it does not wait for osmium to read.
        let text = Array(Self.configuration.utf8)
        _ = text.withUnsafeBytes { write(configuration.end, $0.baseAddress, $0.count) }
        configuration.closeEnd()
        process = try Self.start(
            // A path that begins with a hyphen must not be taken for an option.
            ["osmium", "export", "--no-progress", "-c", "/dev/stdin", "-f", "geojsonseq"]
                + ["-F", format, path.hasPrefix("-") ? "./\(path)" : path],
            [(configuration.start, 0), (result.end, 1), (fileno(file), 2)], file: name)
        output = result.takeStart()
        messages = dup(fileno(file))
        buffer = .allocate(byteCount: Self.pieceSize, alignment: 64)
    }

    deinit {
        close(output)
        close(messages)
        buffer.deallocate()
        if !hasEnded {
            kill(process, SIGKILL)
            _ = wait()
        }
    }

    func next() throws -> UnsafeRawBufferPointer? {
        while true {
            var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            // osmium may be silent for minutes: whoever wants to stop is asked meanwhile.
            while poll(&state, 1, Self.patience) == 0 { try whenWaiting() }
            let count = read(output, buffer.baseAddress, buffer.count)
            if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
            if count == 0 { return nil }
            if errno != EINTR { throw FileError.cannotRead(name, .current) }
        }
    }

    /// Waits until osmium has ended; throws if it has failed.
    func finish() throws {
        if hasEnded { return }
        // It may still write, if its output could not be understood.
        while try next() != nil {}
        let status = wait()
        hasEnded = true
        if let copy { copy.remove() }
        if status != 0 { throw ImportError.osmiumFailed(name, lastMessage ?? "status \(status)") }
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private var lastMessage: String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let size = lseek(messages, 0, SEEK_END)
        let count = pread(messages, &bytes, bytes.count, max(0, size - off_t(bytes.count)))
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).last.map { String($0).trimmed }
    }

    private static func start(
        _ words: [String], _ descriptors: [(ours: Int32, its: Int32)], file: String
    ) throws -> pid_t {
        do {
            return try spawn(words, descriptors)
        } catch {
            if error.number == ENOENT { throw ImportError.noOsmium(file) }
            throw ImportError.osmiumFailed(file, "\(error)")
        }
    }

    /// The tags that places are made of: without this list, osmium exports roads and houses as
    /// well. A closed way is exported as an area, and not as a line besides.
    private static let configuration: String = {
        let names = PlaceField.allCases.flatMap(\.names) + PlaceField.categoryKeys + ["short_name"]
        let tags = (names.filter { !$0.hasPrefix("@") } + ["name:*"]).map { "\"\($0)\"" }
        return """
            {"attributes": {"type": true, "id": true}, "linear_tags": false, "include_tags": [\(tags.joined(separator: ","))]}
            """
    }()
}

/// A pipe; what is left of its ends is closed when it is released.
private final class Pipe {
    private(set) var start: Int32 = -1
    private(set) var end: Int32 = -1

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileError.cannotOpen("pipe", .current) }
        (start, end) = (ends[0], ends[1])
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        if start >= 0 { close(start) }
        closeEnd()
    }

    func closeEnd() {
        if end >= 0 { close(end) }
        end = -1
    }

    /// From here on, the caller closes it.
    func takeStart() -> Int32 {
        defer { start = -1 }
        return start
    }
}
