import APIClient
import FoundationEssentials
import Glibc
import Places
import Posix
import Routing

/// The routes that an import of places prepares besides, and hands to the gateway: what Routino's
/// planetsplitter makes of the extracts.
struct RoutesImport {
    /// Whose data they are; `nil`: those who made OpenStreetMap.
    let credit: String?
    let gateway: GatewayOptions
    let besides: MadeBesides

    /// What was made.
    struct Summary: Sendable {
        var bytes: Int
        var seconds: Double
    }

    /// Returns `nil` if nothing is prepared, and nobody minds.
    func run() async throws -> Summary? {
        try await besides.make { extracts in
            let gateway = try gateway.gateway(timeout: .seconds(60))
            _ = try await gateway.get("/api/status", as: Anything.self)
            try MapTool.require(.planetsplitter)
            let start = ContinuousClock.now
            let bytes = try await besides.inFolder { folder, status in
                try await prepare(extracts, folder, status)
                status.show(isUrgent: true) { "routes: handing them to the gateway" }
                return try send(folder, to: gateway)
            }
            return Summary(bytes: bytes, seconds: start.duration(to: .now) / .seconds(1))
        }
    }

    private struct Anything: Decodable {}

    private func prepare(
        _ extracts: [OpenStreetMapFile], _ folder: MapFolder, _ status: StatusLine
    ) async throws {
        let inputs = try extracts.enumerated().map { number, file in
            // planetsplitter goes by the name's ending.
            let path = folder.file("\(number).\(file.isPBF ? "osm.pbf" : "osm")")
            if file.isPacked {
                try file.unpack(to: path)
            } else if symlink(file.path.absolutePath, path) != 0 {
                throw FileError.cannotOpen(path, .current)
            }
            return path
        }
        status.show(isUrgent: false) { "routes: preparing them" }
        try await MapTool.planetsplitter.run(
            ["--dir=\(folder.path)", "--prefix=\(Routino.prefix)", "--tmpdir=\(folder.path)"]
                + ["--tagging=/usr/share/routino/tagging.xml", "--loggable"] + inputs,
            in: folder)
    }

    /// Returns the bytes of the files.
    private func send(_ folder: MapFolder, to gateway: APIClient) throws -> Int {
        let files = try Routino.files.map { name in
            try SizedInput(try InputFile(path: folder.file(name)), isAlone: false)
        }
        let sizes = files.map { $0.size ?? 0 }
        var query = zip(Routino.parts, sizes).map { (name: $0, value: "\($1)") }
        if let credit { query.append((name: "credit", value: credit)) }
        _ = try gateway.upload(
            .put, "/api/routes", query: query, files, length: sizes.reduce(0, +))
        return sizes.reduce(0, +)
    }
}

extension RoutesImport.Summary {
    var line: String { "routes: \(bytes.inBytes), prepared in \(seconds.inTime)" }

    /// As a member of an object.
    var member: String {
        #""routes":{"bytes":\#(bytes),"seconds":\#(String(decimals: 3, seconds))}"#
    }
}
