import Geofencing

/// Sentences in two pieces, wherever they are cut, and once more: nothing may crash, and no fix be
/// impossible.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    let half = count / 2
    let scanner = NMEAScanner()
    var assembler = NMEAAssembler(clock: NMEAClock(date: nil))
    for piece in [input[..<half], input[half...], input[...]] {
        scanner.scan(UnsafeRawBufferPointer(rebasing: piece)) { assembler.add($0) }
    }
    scanner.finish { assembler.add($0) }
    assembler.finish()
    check(assembler.takeReports())
    return 0
}
