import Geofencing

/// A line of a listener: understood or refused, never a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let line = UnsafeBufferPointer(start: bytes, count: count)
    if case .after(let cursor) = (try? ListenerRequest(line: line))?.beginning {
        precondition(cursor.after >= 0)
    }
    return 0
}
