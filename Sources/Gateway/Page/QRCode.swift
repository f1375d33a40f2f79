import CQREncode
import Glibc

/// A QR code, as rows of modules.
enum QRCode {
    /// For each row of modules a text of `1` (dark) and `0`, without the margin of four modules that
    /// whoever draws it adds. Empty if `text` is too long for one.
    static func rows(_ text: String) -> [String] {
        // A terminal has 80 columns, and on a screen nothing of a code is lost.
        let rows = rows(text, QR_ECLEVEL_M)
        return (1...widest).contains(rows.count) ? rows : self.rows(text, QR_ECLEVEL_L)
    }

    /// Modules that fit on a terminal, with the margin.
    private static let widest = 72

    /// `level`: of what can be restored if a part cannot be read.
    private static func rows(_ text: String, _ level: QRecLevel) -> [String] {
        guard let code = QRcode_encodeString8bit(text, 0, level) else { return [] }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        return (0..<width).map { row in
            String(
                decoding: (0..<width).map { column in
                    UInt8(ascii: "0") + (code.pointee.data[row * width + column] & 1)
                }, as: UTF8.self)
        }
    }
}
