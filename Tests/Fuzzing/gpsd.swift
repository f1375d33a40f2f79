import Geofencing
import Posix

/// What a gpsd sends, in two pieces, wherever it is cut: neither we nor libgps may crash or hang on
/// it, and no fix be impossible.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: count)
    var lines = LineCutter(longest: 64 << 10)
    var receiver = GPSDReceiver()
    let unpacker = GPSDUnpacker()
    let half = count / 2
    let texts = lines.take(Array(input[..<half])) + lines.take(Array(input[half...]) + [0x0a])
    var reports: [Report] = []
    for (index, text) in texts.enumerated() {
        guard let message = unpacker.message(from: GPSDLine(text[...])) else { continue }
        let now = Double(index) / 4
        reports += receiver.take(message, at: now, system: start + now)
    }
    check(reports)
    return 0
}

private let start = Timestamp(iso8601: "2026-05-01T10:00:00Z")!
