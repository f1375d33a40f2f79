extension String {
    /// With every character percent-encoded (`%2F`) that is neither unreserved (RFC 3986, 2.3) nor
    /// in `others`.
    package func percentEncoded(besides others: String = "") -> String {
        var encoded = ""
        for byte in utf8 {
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
