import Glibc
package import Logging
import Posix
import SQLite

/// The base map of the page: a file of tiles in the state directory.
///
/// Another file may take its place at any time: whoever reads goes on with the file that was there.
package actor BaseMaps {
    private let queue = DatabaseQueue(label: "base map")
    private let path: String
    private let log: Logger
    /// What was found at `path` the last time.
    private var found: Found?
    private var isReceiving = false

    package static let fileName = "basemap.mbtiles"

    private struct Found {
        /// Of which file.
        var version: String
        /// `nil` if that is none that can be used.
        var tiles: MapTiles?
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `directory`: the state directory. What a killed gateway was receiving is removed.
    package init(in directory: String, log: Logger) {
        path = "\(directory)/\(Self.fileName)"
        self.log = log
        unlink(Self.upload(beside: path))
    }

    // MARK: Reading

    /// `.none` if there is no map. Somebody may have put a file there, or have taken it away.
    func current() -> BaseMap {
        look()
        guard let found, let tiles = found.tiles else { return .none }
        return BaseMap(tiles.header, version: found.version)
    }

    /// What is known of one square of a map.
    enum Tile: Sendable {
        case tile([UInt8])
        /// The map has nothing there.
        case empty
        /// There is no map of this version any more.
        case gone
    }

    func tile(_ address: TileAddress, version: String) throws -> Tile {
        if found?.version != version { look() }
        guard let found, found.version == version, let tiles = found.tiles else { return .gone }
        return try tiles.tile(address).map { .tile($0) } ?? .empty
    }

    /// Opens the file that is there, unless it is open.
    private func look() {
        guard let version = Self.version(of: path) else {
            found = nil
            return
        }
        guard found?.version != version else { return }
        do throws(BaseMapError) {
            found = Found(version: version, tiles: try MapTiles(path: path))
        } catch {
            found = Found(version: version)
            log.warning(
                "the base map cannot be used", metadata: ["file": "\(path)", "error": "\(error)"])
        }
    }

    /// Which file it is, by its time and size; `nil` if there is none.
    private static func version(of path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let time =
            UInt64(bitPattern: Int64(status.st_mtim.tv_sec)) &* 1_000_000_000
            &+ UInt64(status.st_mtim.tv_nsec)
        return String(time, radix: 36) + "-" + String(status.st_size, radix: 36)
    }

    // MARK: Replacing

    /// `length`: bytes that are to come; `nil` if that is not known.
    func beginUpload(length: Int?) throws(UploadError) -> FileUpload {
        guard !isReceiving else { throw UploadError(Self.words, .underWay) }
        let upload = try FileUpload(
            of: Self.words, to: Self.upload(beside: path), length: length)
        isReceiving = true
        return upload
    }

    private static let words = "the base map"

    private static func upload(beside path: String) -> String { "\(path).part" }

    /// To be called after `beginUpload`, whatever came of it.
    func endUpload() { isReceiving = false }

    /// Puts a file in the place of the map; if it is none, all stays as it is.
    func replace(by file: String) throws -> BaseMap {
        _ = try MapTiles(path: file)
        guard rename(file, path) == 0 else {
            throw UploadError(Self.words, .cannotWrite("\(Errno.current)"))
        }
        syncDirectory(path.directory)
        return current()
    }

    func remove() throws(UploadError) {
        if unlink(path) != 0, errno != ENOENT {
            throw UploadError(Self.words, .cannotWrite("\(Errno.current)"))
        }
        found = nil
        syncDirectory(path.directory)
    }
}
