import CSodium
import FoundationEssentials

/// The signature of a request (Standard Webhooks 1.0.0, *Signature scheme*).
struct WebhookSignature {
    let headers: [HTTPRequest.Header]

    /// `id`: the same for each attempt. `seconds`: of this attempt, since 1970.
    init(id: String, seconds: Int64, body: [UInt8], key: [UInt8]) {
        let signed = Array("\(id).\(seconds).".utf8) + body
        let code = Data(hmacSHA256(signed, key: key)).base64EncodedString()
        headers = [
            .init("webhook-id", id), .init("webhook-timestamp", "\(seconds)"),
            .init("webhook-signature", "v1,\(code)"),
        ]
    }
}

private func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var state = crypto_auth_hmacsha256_state()
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    crypto_auth_hmacsha256_init(&state, key, key.count)
    crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
    crypto_auth_hmacsha256_final(&state, &code)
    return code
}
