import Glibc
import Posix

/// A copy of an input, for a program that reads nothing but files; removed when this is released.
final class InputCopy {
    let path: String

    private static let endings = [".osm.pbf", ".osm"]

    /// Copies the whole input, unpacked. `ending`: of the name, one of `endings`. Throws
    /// `ImportError.noRoom` before the disk is full.
    init(of input: ImportInput, ending: String) throws {
        path = input.copies + ending
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError.cannotWrite(path, .current) }
        defer { close(descriptor) }
        do {
            while let piece = try input.next() {
                try input.whenWaiting()
                input.whenCopying()
                try write(piece, to: descriptor)
            }
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    func remove() { unlink(path) }

    /// Removes what killed imports have left.
    static func removeLeftovers(of copies: String) {
        for ending in endings { unlink(copies + ending) }
    }

    private func write(_ piece: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        if let free = freeSpace(at: path), free < NextPlaceFile.leftFree + piece.count {
            throw ImportError.noRoom(path)
        }
        guard writeAll(piece, to: descriptor) else {
            throw errno == ENOSPC ? ImportError.noRoom(path) : FileError.cannotWrite(path, .current)
        }
    }
}
