/// The target of a request, as its first line has it.
package enum Target {
    static func encoded(_ path: String, _ query: [(name: String, value: String)]) -> String {
        let items = query.map { name, value in
            "\(encoded(name, besides: ""))=\(encoded(value, besides: ""))"
        }
        let path = encoded(path, besides: "/:,@")
        return items.isEmpty ? path : "\(path)?\(items.joined(separator: "&"))"
    }

    /// `text` with every character percent-encoded (`%2F`) that is neither unreserved (RFC 3986,
    /// 2.3) nor in `others`.
    package static func encoded(_ text: String, besides others: String = "") -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~":
                encoded.unicodeScalars.append(scalar)
            case _ where others.utf8.contains(byte): encoded.unicodeScalars.append(scalar)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (byte < 16 ? "%0" : "%") + digits
            }
        }
        return encoded
    }
}
