/// The head of a picture: understood or refused, never a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let head = PictureHead(Array(UnsafeBufferPointer(start: bytes, count: count))) {
        let pixels = Double(head.width) * Double(head.height)
        precondition(head.hasMorePixels(than: 50_000_000) == (pixels > 50_000_000))
    }
    return 0
}
