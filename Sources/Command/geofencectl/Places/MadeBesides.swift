import APIClient
import Glibc
import Places
import Posix

/// Something that an import of OpenStreetMap data makes besides, and hands to the gateway.
struct MadeBesides {
    /// That it is not made, as in "no base map is made".
    let notMade: String
    /// That it is not there, as in "there is no base map".
    let notThere: String
    /// As the user wrote them.
    let files: [String]
    /// Whether the user wants it; `nil`: if it can be made.
    let isWanted: Bool?
    /// Whether it is made if the user does not say.
    let isOffered: Bool

    /// Calls `body` with the files that are OpenStreetMap data. Returns `nil` if nothing is made, and
    /// nobody minds.
    func make<Summary>(
        _ body: ([OpenStreetMapFile]) async throws -> Summary
    ) async throws -> Summary? {
        guard isWanted ?? isOffered else { return nil }
        do {
            return try await body(try extracts)
        } catch let error as MapError where isWanted == nil && error.isExpected {
            if let why = error.worthSaying {
                StandardError.write(line: "\(notMade): \(why)")
            }
            return nil
        } catch APIError.cannotConnect(_, let error)
            where isWanted == nil && error.isNobodyThere
        {
            return nil
        } catch {
            throw NotMade(notThere: notThere, error: error)
        }
    }

    /// Calls `body` with a folder to work in, of which nothing is left at the end, also if that comes by a
    /// signal.
    func inFolder<Made>(
        _ body: (MapFolder, StatusLine) async throws -> Made
    ) async throws -> Made {
        let folder = try MapFolder()
        defer { folder.remove() }
        let stopping = Self.removeAtStop(folder)
        defer { stopping.cancel() }
        let status = StatusLine()
        defer { status.clear() }
        do {
            return try await body(folder, status)
        } catch {
            // What has failed because of a signal is not worth a word: the signal ends us.
            if folder.isAbandoned { await stopping.value }
            throw error
        }
    }

    /// Only ordinary files can be read twice.
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
}

/// The error that the places are there, and what was to be made besides is not.
private struct NotMade: Error, CustomStringConvertible {
    var notThere: String
    var error: any Error

    var description: String { "the places are imported, but \(notThere): \(error)" }
}

extension [UInt8] {
    /// The object that this line is, with more members in it.
    func adding(_ members: [String]) -> [UInt8] {
        guard !members.isEmpty, let end = lastIndex(of: UInt8(ascii: "}")) else { return self }
        return self[..<end] + Array(",\(members.joined(separator: ","))}\n".utf8)
    }
}
