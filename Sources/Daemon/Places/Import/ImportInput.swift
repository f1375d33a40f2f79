import Glibc
package import Posix

/// What an import reads, whose beginning can be looked at: unpacked if it is gzipped, and as UTF-8
/// if it is UTF-16.
package final class ImportInput: ByteSource {
    /// As the user wrote it.
    let path: String
    /// For messages.
    package var name: String { input.name }
    /// Of the file, in bytes; `nil` if that is not known, as of a pipe, and if another program
    /// reads the file.
    private(set) var size: Int?
    /// Bytes that were read, packed as they come.
    var bytesRead: Int { input.bytesRead }
    var isGzipped: Bool { input.isGzipped }
    /// Whether another program finds the same bytes at `path`.
    private(set) var isFile = false
    /// The beginning of the path of a copy, for programs that read nothing but files.
    var copies = "/tmp/geofenced-\(getpid())"
    /// Called with each piece of a copy.
    var whenCopying: () -> Void = {}
    /// Called while another program reads the file; may throw to end it.
    var whenWaiting: () throws -> Void = {}

    private let input: TextInput
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
        input = TextInput(file)
    }

    /// Bytes that are in no file. `path`: what stands for the file's; `nil`: their name. `size`: how
    /// many they are; `nil` if that is not known.
    package init(_ bytes: any ByteSource, path: String? = nil, size: Int? = nil) {
        self.path = path ?? bytes.name
        input = TextInput(bytes)
        self.size = size
    }

    deinit { lookedAt.deallocate() }

    /// Whether it was UTF-16, and what it says of its encoding is wrong.
    var isConverted: Bool { input.isConverted }

    /// The first bytes, which `next()` will return as well; none if there are none.
    ///
    /// To be called once, before all else.
    func peek() throws -> UnsafeRawBufferPointer {
        var first: [UInt8] = []
        while first.count < Self.longestHead, let piece = try input.next() {
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
        guard isHeadUnread else { return try input.next() }
        isHeadUnread = false
        return head
    }
}
