import Glibc
import NIOCore
import NIOSSL
import Posix
import Settings

/// A certificate with its key, as connections use them.
struct Certificate: Sendable {
    let context: NIOSSLContext
    /// Unix seconds when the certificate ends.
    let end: Int

    /// Reads both files.
    init(_ certificate: String, key: String) throws(CertificateError) {
        let chain = try Self.chain(in: certificate)
        let secret = try Self.key(in: key)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        configuration.minimumTLSVersion = .tlsv12
        // Of TLS 1.2, what keeps old traffic secret when a key gets out. TLS 1.3 has its own.
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
            .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        configuration.renegotiationSupport = .none
        configuration.applicationProtocols = ["http/1.1"]
        // For a client that does not answer the farewell.
        configuration.shutdownTimeout = .seconds(1)
        do {
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw CertificateError(
                .key, "\(key): is not the key of \(certificate): use the one that belongs to it")
        }
        end = chain[0].notValidAfter
    }

    /// Throws what is wrong with the files.
    static func check(_ certificate: String, key: String) throws(CertificateError) {
        _ = try Certificate(certificate, key: key)
    }

    var hasEnded: Bool { end * 1000 < systemMilliseconds() }

    private static func chain(in path: String) throws(CertificateError) -> [NIOSSLCertificate] {
        guard let chain = try? NIOSSLCertificate.fromPEMFile(path), !chain.isEmpty else {
            throw CertificateError(
                .certificate, "\(path): is no certificate: use one in PEM, with those above it")
        }
        return chain
    }

    private static func key(in path: String) throws(CertificateError) -> NIOSSLPrivateKey {
        do {
            // Without the closure, the library would ask at the terminal.
            return try NIOSSLPrivateKey(file: path, format: .pem) { $0([UInt8]()) }
        } catch {
            throw CertificateError(
                .key, "\(path): is no private key: use one in PEM, without a passphrase")
        }
    }
}
