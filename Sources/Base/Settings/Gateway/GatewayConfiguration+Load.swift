package import Formats
import Posix

/// What is wrong with a certificate or its key.
package struct CertificateError: Error, Equatable, CustomStringConvertible {
    /// Whose file it is: `certificate` or `key`.
    package var key: GatewayConfiguration.Key
    /// Says what to do, too.
    package var why: String

    package init(_ key: GatewayConfiguration.Key, _ why: String) {
        (self.key, self.why) = (key, why)
    }

    package var description: String { why }
}

extension GatewayConfiguration {
    /// The path of the file, unless another is named.
    package static let defaultPath = "/etc/geofenced/gateway.toml"

    /// Checks a certificate and a key, by their paths: this room does not know their forms.
    package typealias CertificateCheck = (String, String) throws(CertificateError) -> Void

    /// Reads the file at `path`. A key that is not in it has its default.
    package static func load(
        path: String, check: CertificateCheck = { _, _ in }
    ) throws(ConfigurationError) -> GatewayConfiguration {
        let document: TOMLDocument
        do {
            document = try TOMLDocument(path: path)
        } catch {
            throw ConfigurationError([error])
        }
        return try GatewayConfiguration(document, check: check)
    }

    /// Throws everything that is wrong with the document.
    package init(
        _ document: TOMLDocument, check: CertificateCheck = { _, _ in }
    ) throws(ConfigurationError) {
        let (values, unknown) = document.root.values(for: Key.allCases.map(\.rawValue))
        var errors = unknown
        var wrong: Set<Key> = []
        for key in Key.allCases {
            guard let value = values[key.rawValue] else { continue }
            do {
                try set(key, to: value)
            } catch {
                errors += [TOMLError](error)
                wrong.insert(key)
            }
        }
        errors += Together(settings: self, values: values, wrong: wrong).errors
        if let certificate, let key {
            do {
                try check(certificate, key)
            } catch {
                if let value = values[error.key.rawValue] {
                    errors.append(.refused(value.location, why: error.why))
                }
            }
        }
        if !errors.isEmpty { throw ConfigurationError(errors) }
    }
}

/// Finds what is wrong with values that are right by themselves, but not together.
private struct Together {
    typealias Key = GatewayConfiguration.Key

    let settings: GatewayConfiguration
    /// Of the file, by their keys.
    let values: [String: TOMLValue]
    /// The keys whose values are wrong by themselves: nothing is said of them again.
    let wrong: Set<Key>

    var errors: [TOMLError] {
        [certificateError, listenError, urlError, socketError].compactMap(\.self)
    }

    private func has(_ key: Key) -> Bool { values[key.rawValue] != nil }

    private var hasTLS: Bool { has(.certificate) || has(.key) }

    private func error(_ key: Key, _ what: String, use remedy: String) -> TOMLError? {
        wrong.contains(key) ? nil : values[key.rawValue]?.error(what, use: remedy)
    }

    private var certificateError: TOMLError? {
        if has(.certificate), !has(.key) {
            return error(.certificate, "has no key", use: "key as well")
        }
        if has(.key), !has(.certificate) {
            return error(.key, "has no certificate", use: "certificate as well")
        }
        guard hasTLS, settings.plainHTTP else { return nil }
        return error(.plainHTTP, "is true, and there is a certificate", use: "one of them")
    }

    /// Where TLS is missing, or may be: nothing is known while `plain_http` is wrong.
    private func tlsError(_ key: Key, _ what: String) -> TOMLError? {
        guard !hasTLS, !settings.plainHTTP, !wrong.contains(.plainHTTP) else { return nil }
        return error(
            key, what, use: "certificate and key, or plain_http = true behind a proxy that has them"
        )
    }

    private var listenError: TOMLError? {
        if settings.listen.host.isLoopback { return nil }
        return tlsError(.listen, "\(settings.listen) can be reached from elsewhere")
    }

    private var urlError: TOMLError? {
        guard let url = settings.publicURL else { return nil }
        if url.isSecure { return tlsError(.publicURL, "\(url) needs TLS") }
        return hasTLS
            ? error(.publicURL, "\(url) does not go with a certificate", use: "https") : nil
    }

    private var socketError: TOMLError? {
        let sockets: [(key: Key, path: String)] = [
            (.control, settings.daemon.control), (.notifications, settings.daemon.notifications),
            (.socket, settings.socket),
        ]
        for (number, one) in sockets.enumerated() {
            for other in sockets[..<number] where other.path == one.path {
                let (place, second) = has(one.key) ? (one, other) : (other, one)
                return error(
                    place.key, "is the path of \(second.key.rawValue), too", use: "two paths")
            }
        }
        return nil
    }
}
