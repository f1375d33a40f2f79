import Formats
import Geofencing

/// A document in two pieces, wherever it is cut: nothing may crash, no fix be impossible, and
/// nothing depend on which points are read without expat.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    // UTF-16 has zeros in it, and is made UTF-8 before it comes here.
    guard !input.contains(0) else { return 0 }
    let (reports, fault) = read(input, GPXReader())
    check(reports)
    guard (reports, fault) == read(input, GPXReader(readPoint: nil)) else {
        fatalError("expat reads it otherwise")
    }
    return 0
}

private func read(
    _ input: UnsafeRawBufferPointer, _ reader: GPXReader
) -> ([Report], XMLFault?) {
    var reader = reader
    let half = input.count / 2
    do {
        try reader.feed(UnsafeRawBufferPointer(rebasing: input[..<half]))
        try reader.feed(UnsafeRawBufferPointer(rebasing: input[half...]))
        try reader.feed(nil)
    } catch {
        // What is damaged says so: that is what it is for.
        return (reader.takeReports(), error)
    }
    return (reader.takeReports(), nil)
}
