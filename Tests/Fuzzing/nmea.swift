import Geofencing

/// Sentences in two pieces, wherever they are cut: nothing may crash, and no fix be impossible.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    let scanner = NMEAScanner()
    var assembler = NMEAAssembler(clock: NMEAClock(date: nil))
    let half = count / 2
    scanner.scan(UnsafeRawBufferPointer(rebasing: input[..<half])) { assembler.add($0) }
    scanner.scan(UnsafeRawBufferPointer(rebasing: input[half...])) { assembler.add($0) }
    scanner.finish { assembler.add($0) }
    assembler.finish()
    check(assembler.takeReports())
    return 0
}
