import NIOCore

/// What a broker sends: packets, a part of one, or a fault, never a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var buffer = ByteBuffer(bytes: UnsafeBufferPointer(start: bytes, count: count))
    var left = buffer.readableBytes
    while (try? IncomingPacket.read(from: &buffer, largest: 1 << 16)) ?? nil != nil {
        // Each takes at least its head and its length.
        precondition(buffer.readableBytes <= left - 2)
        left = buffer.readableBytes
    }
    return 0
}
