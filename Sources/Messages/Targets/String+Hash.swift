import CSodium

extension String {
    /// The first hexadecimal digits of its SHA-256.
    func hash(_ digits: Int) -> String {
        let bytes = Array(utf8)
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        let text = hash.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        return String(text.joined().prefix(digits))
    }
}
