import CQREncode
import Glibc

/// A QR code, as rows of modules.
enum QRCode {
    /// For each row of modules a text of `1` (dark) and `0`, without the margin of four modules that
    /// whoever draws it adds. Empty if `text` is too long for one.
    static func rows(_ text: String) -> [String] {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return [] }
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
