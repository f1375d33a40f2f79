import Glibc
import Positions
import TestSupport
import Testing

/// Packed traces are read as they are.
@Suite(.timeLimit(.minutes(10)))
struct GzipTests {
    private static let text = (0..<20_000).flatMap { "\($0) bottles of beer\n".utf8 }

    /// What was unpacked, and what was wrong in the end.
    private func unpack(_ packed: [UInt8]) async -> (bytes: [UInt8], complaint: String?) {
        let file = TemporaryFile(packed, name: "walk.nmea.gz")
        var bytes: [UInt8] = []
        let message = await complaint(about: file.path) {
            let trace = try TraceFile(path: file.path)
            while let piece = try await trace.next() {
                #expect(!piece.isEmpty)
                bytes += piece
            }
        }
        return (bytes, message)
    }

    @Test(arguments: [1, 1000, 262_144, 300_000])
    func `a packed file is unpacked`(_ count: Int) async {
        let text = Array(Self.text.prefix(count))
        let (bytes, complaint) = await unpack(gzip(text))
        #expect(bytes == text)
        #expect(complaint == nil)
    }

    @Test func `members follow each other`() async {
        let parts = [Self.text[..<10], Self.text[10..<10], Self.text[10..<300_000]]
        let (bytes, complaint) = await unpack(parts.flatMap { gzip($0) })
        #expect(bytes == Array(Self.text[..<300_000]))
        #expect(complaint == nil)
    }

    @Test func `a member may begin at any byte of a piece`() async {
        // Stored, not packed, so that the second begins around the end of what is read at once.
        var generator = SplitMix64(seed: 1)
        let noise = (0..<262_200).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let overhead = gzip(noise).count - noise.count
        for count in (262_144 - overhead - 12)...(262_144 - overhead + 2) {
            let (bytes, complaint) = await unpack(gzip(noise[..<count]) + gzip(Self.text[..<99]))
            #expect(bytes == Array(noise[..<count]) + Array(Self.text[..<99]))
            #expect(complaint == nil)
        }
    }

    @Test func `what comes before the end of a cut file is used`() async {
        let packed = gzip(Self.text)
        for cut in [3, 10, 12, packed.count / 2, packed.count - 9, packed.count - 1] {
            let (bytes, complaint) = await unpack(Array(packed[..<cut]))
            #expect(Self.text.starts(with: bytes))
            #expect(bytes.count >= Self.text.count * (cut - 5000) / packed.count)
            #expect(complaint == "walk.nmea.gz: ends in the middle of the gzip data")
        }
    }

    @Test(arguments: [1, 512, 300_000])
    func `zeros after the last member fill up a block`(_ count: Int) async {
        let padded = gzip(Self.text) + Array(repeating: 0, count: count)
        var (bytes, complaint) = await unpack(padded)
        #expect(bytes == Self.text)
        #expect(complaint == nil)

        (bytes, complaint) = await unpack(padded + [1])
        #expect(bytes == Self.text)
        #expect(complaint == "walk.nmea.gz: is damaged: gzip cannot unpack it")
    }

    @Test func `what comes before the damage is used`() async {
        let packed = gzip(Self.text)
        var damaged = packed
        damaged[packed.count - 6] ^= 1
        var (bytes, complaint) = await unpack(damaged)
        #expect(bytes == Self.text)
        #expect(complaint == "walk.nmea.gz: is damaged: gzip cannot unpack it")

        (bytes, complaint) = await unpack(packed + Array("no gzip".utf8))
        #expect(bytes == Self.text)
        #expect(complaint == "walk.nmea.gz: is damaged: gzip cannot unpack it")
    }

    @Test func `damage anywhere is found`() async {
        let text = Array(Self.text.prefix(1000))
        let packed = gzip(text)
        // The flags and times of the header, which nobody needs, aside.
        for place in Array(0..<3) + Array(10..<packed.count) {
            var damaged = packed
            damaged[place] ^= 0x10
            let (bytes, complaint) = await unpack(damaged)
            if place < 2 {
                #expect(bytes == damaged)
            } else {
                #expect(complaint != nil, "at byte \(place)")
            }
        }
    }

    @Test func `a packed file may come through a pipe byte by byte`() async throws {
        let packed = gzip(Self.text.prefix(200))
        try await withPipe { path, writer in
            let file = try TraceFile(path: path)
            let reading = Task { try await file.contents }
            for byte in packed {
                writeAll([byte], to: writer)
                await Task.yield()
            }
            close(writer)
            #expect(try await reading.value == Array(Self.text.prefix(200)))
        }
    }

    @Test func `a quarter of a gigabyte does not fill the memory`() async throws {
        let megabyte = gzip([UInt8](repeating: 0, count: 1 << 20))
        let file = TemporaryFile((0..<256).flatMap { _ in megabyte })
        let trace = try TraceFile(path: file.path)
        var count = 0
        while let piece = try await trace.next() {
            #expect(piece.count <= 1 << 18)
            count += piece.count
        }
        #expect(count == 256 << 20)
    }
}
