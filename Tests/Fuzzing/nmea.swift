import Geofencing

/// Sentences in two pieces, wherever they are cut, and once more: nothing may crash, no fix be
/// impossible, and no sentence say something else because there were others like it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    let half = count / 2
    let pieces = [input[..<half], input[half...], input[...]]
    let reports = read(pieces, NMEAShapes())
    precondition(reports == read(pieces, nil))
    check(reports)
    return 0
}

private func read(_ pieces: [Slice<UnsafeRawBufferPointer>], _ shapes: NMEAShapes?) -> [Report] {
    let scanner = NMEAScanner(shapes)
    var assembler = NMEAAssembler(clock: NMEAClock(date: nil))
    for piece in pieces {
        scanner.scan(UnsafeRawBufferPointer(rebasing: piece)) { assembler.add($0) }
    }
    scanner.finish { assembler.add($0) }
    assembler.finish()
    return assembler.takeReports()
}
