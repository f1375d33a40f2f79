import Posix
import Subprocess
import SystemPackage

/// A program that takes part in making a base map or routes.
struct MapTool: Sendable {
    let name: String
    /// Of Debian.
    let package: String

    static let osmium = MapTool(name: "osmium", package: "osmium-tool")
    static let tilemaker = MapTool(name: "tilemaker", package: "tilemaker")
    static let planetsplitter = MapTool(name: "planetsplitter", package: "routino")

    /// Throws if one of them is not installed.
    static func require(_ tools: MapTool...) throws(MapError) {
        for tool in tools where !tool.isThere { throw .missing(tool) }
    }

    /// Whether it is installed.
    var isThere: Bool { CommandLine.isThere(name) }

    /// Runs it to its end. `said`: gets each line that it prints, also those that a terminal would
    /// write over each other.
    func run(
        _ arguments: [String], in folder: MapFolder, said: (Substring) -> Void = { _ in }
    ) async throws {
        let errors = try FileDescriptor.open(
            folder.file("errors"), .readWrite, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        let result = try await Subprocess.run(
            .name(name), arguments: Arguments(arguments), input: .none, output: .sequence,
            error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
        ) { process in
            folder.note(program: process.processIdentifier.value)
            defer { folder.note(program: nil) }
            var lines = PrintedLines()
            for try await piece in process.standardOutput {
                piece.withUnsafeBytes { lines.add($0, said) }
            }
            lines.end(said)
        }
        guard result.terminationStatus.isSuccess else {
            throw MapError.failed(name, lastWords(folder))
        }
    }

    /// The last line that it has written to standard error.
    private func lastWords(_ folder: MapFolder) -> String {
        let bytes = (try? InputFile.contents(of: folder.file("errors"), limit: 1 << 20)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0).trimmed.shortened }
            ?? "it does not say why"
    }
}

/// Cuts what a program prints into lines, which may end as those do that a terminal writes over.
private struct PrintedLines {
    private var rest: [UInt8] = []

    mutating func add(_ bytes: UnsafeRawBufferPointer, _ said: (Substring) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                end(said)
            } else {
                rest.append(byte)
            }
        }
    }

    mutating func end(_ said: (Substring) -> Void) {
        if !rest.isEmpty { said(String(decoding: rest, as: UTF8.self)[...]) }
        rest.removeAll(keepingCapacity: true)
    }
}

/// Why there is no base map, or no routes.
enum MapError: Error, CustomStringConvertible {
    case missing(MapTool)
    case failed(String, String)
    case noData
    /// Of a pipe, or standard input.
    case unrepeatable
    /// The configuration of the gateway names a server.
    case elsewhere

    /// Whether nobody is surprised that there is no map, as where tilemaker is not installed.
    var isExpected: Bool {
        if case .failed = self { false } else { true }
    }

    /// What people are told who have not asked for it; `nil`: nothing.
    var worthSaying: String? {
        switch self {
        case .missing, .unrepeatable: description
        case .failed, .noData, .elsewhere: nil
        }
    }

    var description: String {
        switch self {
        case .missing(let tool):
            "\(tool.name) is not there: install it with sudo apt install \(tool.package)"
        case .failed(let program, let words): "\(program) cannot make it: \(words)"
        case .noData: "none of the files is OpenStreetMap data"
        case .unrepeatable: "what is read only once, as standard input, cannot be one: name a file"
        case .elsewhere: "the page has the tiles of a server, as gateway.toml says"
        }
    }
}
