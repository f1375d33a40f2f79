import Geofencing

/// A line of a listener: understood or refused, never a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let line = UnsafeBufferPointer(start: bytes, count: count)
    if let request = try? ListenerRequest(line: line) {
        precondition(request.after.map { $0 >= 0 } ?? true)
    }
    return 0
}
