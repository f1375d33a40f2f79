import APIClient
import FoundationEssentials
import Glibc
import Places
import Posix

/// The base map that an import of places makes besides, and hands to the gateway.
struct BaseMapImport {
    /// As the user wrote them.
    let files: [String]
    /// Whether the user wants one; `nil`: if it can be made.
    let isWanted: Bool?
    /// Whether one is made if the user does not say.
    let isOffered: Bool
    /// Whose data it has; `nil`: those who made OpenStreetMap.
    let credit: String?
    let gateway: GatewayOptions

    /// What was made.
    struct Summary: Sendable {
        /// Of the file.
        var bytes: Int
        var seconds: Double
        /// Whether there was another one.
        var isReplacing: Bool
        var zooms: ClosedRange<Int>
    }

    /// Returns `nil` if there is no base map, and nobody minds.
    func run() async throws -> Summary? {
        guard isWanted ?? isOffered else { return nil }
        do {
            return try await made()
        } catch let error as MapError where isWanted == nil && error.isExpected {
            if let line = error.line { StandardError.write(line: line) }
            return nil
        } catch APIError.cannotConnect(_, let error)
            where isWanted == nil && error.isNobodyThere
        {
            return nil
        } catch {
            throw NoBaseMap(error: error)
        }
    }

    private func made() async throws -> Summary {
        let extracts = try extracts
        let gateway = try gateway.gateway(timeout: .seconds(60))
        let before = try await gateway.get("/api/basemap", as: PageMap.self)
        if before.raster == true, isWanted == nil { throw MapError.elsewhere }
        for tool in [MapTool.tilemaker, .osmium] where !tool.isThere {
            throw MapError.missing(tool)
        }
        let start = ContinuousClock.now
        let folder = try MapFolder()
        defer { folder.remove() }
        let stopping = Self.removeAtStop(folder)
        defer { stopping.cancel() }
        let status = StatusLine()
        defer { status.clear() }
        let sent: (map: PageMap, bytes: Int)
        do {
            let map = try await MapMaker(
                extracts: extracts, credit: credit, folder: folder, status: status
            ).make()
            sent = try Self.send(map, to: gateway, status)
        } catch {
            // What has failed because of a signal is not worth a word: the signal ends us.
            if folder.isAbandoned { await stopping.value }
            throw error
        }
        return Summary(
            bytes: sent.bytes, seconds: start.duration(to: .now) / .seconds(1),
            isReplacing: before.version != nil,
            zooms: (sent.map.leastZoom ?? 0)...(sent.map.mostZoom ?? 0))
    }

    /// The files that are OpenStreetMap data. Only ordinary files can be read twice.
    private var extracts: [OpenStreetMapFile] {
        get throws {
            let ordinary = files.filter { path in
                var status = stat()
                return path != "-" && stat(path, &status) == 0
                    && status.st_mode & S_IFMT == S_IFREG
            }
            let found = try ordinary.compactMap { try OpenStreetMapFile(path: $0) }
            guard found.isEmpty else { return found }
            throw ordinary.count < files.count ? MapError.unrepeatable : .noData
        }
    }

    /// A signal ends this at once, and leaves nothing behind.
    private static func removeAtStop(_ folder: MapFolder) -> Task<Void, Never> {
        let stops = StopSignals()
        return Task {
            guard let number = await stops.wait() else { return }
            folder.abandon()
            signal(number, SIG_DFL)
            // Threads of Dispatch keep signals away.
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
        }
    }

    private static func send(
        _ path: String, to gateway: APIClient, _ status: StatusLine
    ) throws -> (map: PageMap, bytes: Int) {
        let file = try SizedInput(try InputFile(path: path), isAlone: true)
        status.show(isUrgent: true) { "base map: handing it to the gateway" }
        let line = try gateway.upload(.put, "/api/basemap", [file], length: file.size)
        return (try PageMap(line), file.size ?? 0)
    }
}

/// A base map, as the gateway has it.
private struct PageMap: Decodable {
    var version: String?
    /// Whether it is of a server elsewhere.
    var raster: Bool?
    var leastZoom: Int?
    var mostZoom: Int?

    enum CodingKeys: String, CodingKey {
        case version, raster
        case leastZoom = "min_zoom"
        case mostZoom = "max_zoom"
    }

    init(_ body: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(body))
    }
}

/// The error that the places are there, and the base map is not.
private struct NoBaseMap: Error, CustomStringConvertible {
    var error: any Error

    var description: String { "the places are imported, but there is no base map: \(error)" }
}

extension BaseMapImport.Summary {
    var line: String {
        "base map: \(bytes.inBytes), zoom \(zooms.lowerBound) to \(zooms.upperBound), made in "
            + "\(seconds.inTime)" + (isReplacing ? "; it replaces the one before" : "")
    }

    /// As a member of an object.
    fileprivate var member: String {
        #""base_map":{"bytes":\#(bytes),"min_zoom":\#(zooms.lowerBound),"max_zoom":\#(zooms.upperBound),"#
            + #""seconds":\#(String(decimals: 3, seconds))}"#
    }
}

extension [UInt8] {
    /// The object that this line is, with the base map in it.
    func adding(_ map: BaseMapImport.Summary?) -> [UInt8] {
        guard let map, let end = lastIndex(of: UInt8(ascii: "}")) else { return self }
        return self[..<end] + Array(",\(map.member)}\n".utf8)
    }
}

extension Int {
    /// Bytes, for people.
    fileprivate var inBytes: String {
        self < 1_000_000
            ? "\((self + 999) / 1000) kB" : "\(String(decimals: 1, Double(self) / 1e6)) MB"
    }
}
