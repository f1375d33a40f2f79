import Glibc
import Posix

/// Standard output, for results. It is written in large pieces, or line by line to a terminal.
struct StandardOutput {
    let isTerminal = isatty(STDOUT_FILENO) == 1

    private var buffer: [UInt8] = []
    private static let pieceSize = 64 * 1024

    mutating func write(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
    }

    mutating func write(line: String) {
        buffer.append(contentsOf: line.utf8)
        buffer.append(UInt8(ascii: "\n"))
    }

    mutating func flushIfDue() throws {
        if isTerminal || buffer.count >= Self.pieceSize { try flush() }
    }

    mutating func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard writeAll(buffer, to: STDOUT_FILENO) else {
            throw FileError.cannotWrite("standard output", .current)
        }
    }
}

extension StandardOutput {
    /// `false` if the reader has gone, as `head` does: then there is nothing more to do.
    mutating func flushUnlessGone() throws -> Bool {
        do {
            try flush()
        } catch FileError.cannotWrite(_, Errno(EPIPE)) {
            return false
        }
        return true
    }
}

extension StandardOutput {
    /// As above, but only if more than `bytes` wait to be written, or at once to a terminal.
    mutating func flushUnlessGone(ifLonger bytes: Int) throws -> Bool {
        isTerminal || buffer.count >= bytes ? try flushUnlessGone() : true
    }
}

/// Standard error, for all but results.
enum StandardError {
    static func write(_ bytes: [UInt8]) {
        // If this fails, nobody can be told.
        _ = writeAll(bytes, to: STDERR_FILENO)
    }

    static func write(line: String) {
        write(Array(line.utf8) + [UInt8(ascii: "\n")])
    }
}

/// What the output can show.
struct Style {
    var isColoured: Bool
    /// Columns of the terminal; `nil` if it is none: then nothing is cut.
    var width: Int?

    /// Colours on a terminal, unless `NO_COLOR` says otherwise (no-color.org).
    static let standardOutput = Style(
        isColoured: isatty(STDOUT_FILENO) == 1
            && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true,
        width: terminalWidth)

    private static let widestTerminal = 10_000

    private static var terminalWidth: Int? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
        return columns > 0 ? min(columns, widestTerminal) : 80
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }
    func green(_ text: String) -> String { wrap(text, "32") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
