import Logging
import NIOCore
import NIOSSL
import Settings
import Synchronization

/// TLS for the connections to a port, with the certificate that was read last.
final class TLS: Sendable {
    private let certificate: Mutex<Certificate>
    private let log: Logger

    /// `nil` if the configuration has no certificate.
    init?(_ configuration: GatewayConfiguration, _ log: Logger) throws(CertificateError) {
        guard let certificate = try Self.certificate(configuration) else { return nil }
        self.certificate = Mutex(certificate)
        self.log = log
        report(certificate)
    }

    /// From now on, new connections have the certificate of `configuration`.
    func renew(_ configuration: GatewayConfiguration) throws(CertificateError) {
        guard let next = try Self.certificate(configuration) else { return }
        certificate.withLock { $0 = next }
        report(next)
    }

    /// Adds it to a connection.
    func add(to channel: any Channel) throws {
        let context = certificate.withLock(\.context)
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
    }

    private static func certificate(
        _ configuration: GatewayConfiguration
    ) throws(CertificateError) -> Certificate? {
        guard let certificate = configuration.certificate, let key = configuration.key else {
            return nil
        }
        return try Certificate(certificate, key: key)
    }

    private func report(_ certificate: Certificate) {
        if certificate.hasEnded {
            log.warning("the certificate has ended: browsers will refuse it")
        }
    }
}
