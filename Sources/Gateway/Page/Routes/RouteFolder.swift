import Community
import Geofencing
import Glibc
import NIOCore
import Posix
package import Routing
import SQLite

/// The ways of an extract, as Routino has prepared them: a folder in the state directory.
///
/// Another may take its place at any time: whoever looks for a route goes on with the files that
/// were there.
package actor RouteFolder {
    private let queue = DatabaseQueue(label: "routes")
    private let path: String
    private var isReceiving = false

    package static let name = "routes"
    /// Whose data the ways are, beside them.
    private static let creditFile = "credit"
    private static let words = "the routes"

    /// What is there.
    struct Prepared: Hashable, Sendable, Encodable {
        var bytes: Int
        /// When it came.
        var made: String
        var credit: String
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `directory`: the state directory. What a killed gateway was replacing is as it was before.
    package init(in directory: String) {
        path = "\(directory)/\(Self.name)"
        if access(path, F_OK) != 0 { rename(Self.former(path), path) }
        for leftover in [Self.former(path), Self.coming(path)] { Self.remove(leftover) }
    }

    private static func former(_ path: String) -> String { "\(path).former" }
    private static func coming(_ path: String) -> String { "\(path).part" }

    /// `nil` if there is none.
    func prepared() -> Prepared? {
        var (bytes, made) = (0, 0)
        for file in Routino.files {
            var status = stat()
            guard lstat("\(path)/\(file)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            bytes += Int(status.st_size)
            made = max(made, status.st_mtim.tv_sec)
        }
        return Prepared(
            bytes: bytes, made: Timestamp(seconds: Int64(made)).description, credit: credit)
    }

    /// `nil` if there is nothing that it could look in.
    package func engine() -> Routino? {
        guard prepared() != nil, access(Routino.program, X_OK) == 0 else { return nil }
        // A gateway may say other words than the one that has received the files.
        let words = "\(path)/\(Routino.wordsFile)"
        if (try? InputFile.contents(of: words, limit: 1 << 16)) != Routino.words {
            guard (try? Self.write(Routino.words, to: words)) != nil else { return nil }
        }
        return Routino(in: path, credit: credit)
    }

    private var credit: String {
        let bytes = try? InputFile.contents(of: "\(path)/\(Self.creditFile)", limit: 1 << 12)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? BaseMap.credit
    }

    // MARK: Replacing

    /// Takes a database whose files come one after another. `lengths`: of each of `Routino.files`, in
    /// bytes.
    func receive(
        _ body: some AsyncSequence<ByteBuffer, any Error> & Sendable, lengths: [Int],
        credit: String?
    ) async throws -> Prepared {
        guard !isReceiving else { throw UploadError(Self.words, .underWay) }
        isReceiving = true
        let folder = Self.coming(path)
        defer {
            Self.remove(folder)
            isReceiving = false
        }
        guard mkdir(folder, 0o700) == 0 else { throw failure() }
        let all = lengths.reduce(0, +)
        try FileUpload.checkRoom(for: all, of: all, Self.words, path)
        let files = try zip(Routino.files, lengths).map { name, length throws(UploadError) in
            try FileUpload(of: Self.words, to: "\(folder)/\(name)", length: length)
        }
        var (number, count) = (0, 0)
        for try await var piece in body {
            while piece.readableBytes > 0 {
                while number < files.count, count == lengths[number] {
                    (number, count) = (number + 1, 0)
                }
                guard number < files.count else {
                    throw UploadError(Self.words, .tooLong(all))
                }
                let length = min(lengths[number] - count, piece.readableBytes)
                guard let part = piece.readSlice(length: length) else { break }
                try await files[number].write(part)
                count += length
            }
        }
        // A body that was broken off ends as well.
        try Task.checkCancellation()
        for file in files { try await file.finish() }
        try Self.write(Routino.words, to: "\(folder)/\(Routino.wordsFile)")
        try Self.write(Array((credit ?? BaseMap.credit).utf8), to: "\(folder)/\(Self.creditFile)")
        try replace(by: folder)
        withExtendedLifetime(files) {}
        guard let prepared = prepared() else { throw failure() }
        return prepared
    }

    private func replace(by folder: String) throws(UploadError) {
        syncDirectory(folder)
        let former = Self.former(path)
        if rename(path, former) != 0, errno != ENOENT { throw failure() }
        guard rename(folder, path) == 0 else {
            let error = failure()
            rename(former, path)
            throw error
        }
        syncDirectory(path.directory)
        Self.remove(former)
    }

    func remove() {
        Self.remove(path)
        syncDirectory(path.directory)
    }

    private func failure() -> UploadError {
        UploadError(Self.words, .cannotWrite("\(Errno.current)"))
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(UploadError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, writeAll(bytes, to: file), fsync(file) == 0 else {
            throw UploadError(words, .cannotWrite("\(Errno.current)"))
        }
    }

    private static func remove(_ folder: String) {
        for name in names(inDirectory: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
