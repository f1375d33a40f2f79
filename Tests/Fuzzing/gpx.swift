import Geofencing

/// A document in two pieces, wherever it is cut: nothing may crash, and no fix be impossible.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    let parser = GPXParser()
    let half = count / 2
    do {
        try parser.feed(UnsafeRawBufferPointer(rebasing: input[..<half]))
        try parser.feed(UnsafeRawBufferPointer(rebasing: input[half...]))
        try parser.feed(nil)
    } catch {
        // What is damaged says so: that is what it is for.
    }
    check(parser.takeReports())
    return 0
}
