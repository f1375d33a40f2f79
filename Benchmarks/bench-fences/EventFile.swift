import Glibc

/// Two words for each event: the fix; the region's place, and whether it was entered.
final class EventFile {
    private let file: UnsafeMutablePointer<FILE>

    init(_ path: String) {
        guard let file = fopen(path, "wb") else { fatalError("cannot write \(path)") }
        self.file = file
    }

    deinit { fclose(file) }

    func write(_ fix: UInt32, _ event: UInt32) {
        withUnsafeBytes(of: (fix, event)) { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    }
}
