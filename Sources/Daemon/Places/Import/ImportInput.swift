import Glibc
package import Posix

/// What an import reads, whose beginning can be looked at: unpacked if it is gzipped, and as UTF-8
/// if it is UTF-16.
package final class ImportInput: ByteSource {
    /// As the user wrote it.
    let path: String
    /// For messages.
    package var name: String { bytes.name }
    /// Of the file, in bytes; `nil` if that is not known, as of a pipe, and if another program
    /// reads the file.
    private(set) var size: Int?
    /// Bytes that were read, packed as they come.
    private(set) var bytesRead = 0
    private(set) var isGzipped = false
    /// Whether another program finds the same bytes at `path`.
    private(set) var isFile = false
    /// The beginning of the path of a copy, for programs that read nothing but files.
    var copies = "/tmp/geofenced-\(getpid())"
    /// Called with each piece of a copy.
    var whenCopying: () -> Void = {}
    /// Called while another program reads the file; may throw to end it.
    var whenWaiting: () throws -> Void = {}

    private let bytes: any ByteSource
    private var gzip: GzipStream?
    private let decoder = TextDecoder()
    private var hasEnded = false
    private var isOpened = false
    /// What `peek()` has read.
    private var lookedAt = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var isHeadUnread = false

    /// Bytes: more than any provider needs to recognise an input.
    private static let longestHead = 4096

    /// `path` may be `-`, which is standard input.
    package init(path: String) throws {
        self.path = path
        let file = try InputFile(path: path)
        var status = stat()
        let isSized = !file.mayWait && fstat(file.descriptor, &status) == 0
        size = isSized ? Int(status.st_size) : nil
        isFile = isSized && path != "-"
        bytes = file
    }

    /// Bytes that are in no file. `path`: what stands for the file's; `nil`: their name. `size`: how
    /// many they are; `nil` if that is not known.
    package init(_ bytes: any ByteSource, path: String? = nil, size: Int? = nil) {
        self.path = path ?? bytes.name
        self.bytes = bytes
        self.size = size
    }

    deinit { lookedAt.deallocate() }

    /// Whether it was UTF-16, and what it says of its encoding is wrong.
    var isConverted: Bool { decoder.isConverted }

    /// The first bytes, which `next()` will return as well; none if there are none.
    ///
    /// To be called once, before all else.
    func peek() throws -> UnsafeRawBufferPointer {
        var first: [UInt8] = []
        while first.count < Self.longestHead, let piece = try decoded() {
            first.append(contentsOf: piece)
        }
        lookedAt = .allocate(byteCount: first.count, alignment: 64)
        lookedAt.copyBytes(from: first)
        isHeadUnread = !first.isEmpty
        return head
    }

    /// What `peek()` has returned.
    var head: UnsafeRawBufferPointer { UnsafeRawBufferPointer(lookedAt) }

    /// To be called if another program reads the file: then no progress is known.
    func handOver() {
        size = nil
    }

    package func next() throws -> UnsafeRawBufferPointer? {
        guard isHeadUnread else { return try decoded() }
        isHeadUnread = false
        return head
    }

    private func decoded() throws -> UnsafeRawBufferPointer? {
        while !hasEnded {
            let piece = try unpacked()
            hasEnded = piece == nil
            let text = decoder.decode(piece)
            if !text.isEmpty { return text }
        }
        return nil
    }

    private func unpacked() throws -> UnsafeRawBufferPointer? {
        while true {
            if let piece = try gzip?.next() { return piece }
            guard let piece = try bytes.next() else {
                if let gzip, gzip.isUnfinished { throw GzipError.unfinished(name) }
                return nil
            }
            bytesRead += piece.count
            if !isOpened, GzipStream.recognises(piece) {
                gzip = GzipStream(name: name)
                isGzipped = true
            }
            isOpened = true
            guard let gzip else { return piece }
            gzip.feed(piece)
        }
    }
}
