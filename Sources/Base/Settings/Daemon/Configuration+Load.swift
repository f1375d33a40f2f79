package import Formats
import Geofencing
import Posix

extension Configuration {
    /// The path of the file, unless another is named.
    package static let defaultPath = "/etc/geofenced/geofenced.toml"

    /// Reads the file at `path`. A key that is not in it has its default.
    ///
    /// `checkSource` throws what is wrong with a `source`: this room does not know the forms of
    /// sources.
    package static func load(
        path: String, checkSource: (String) throws -> Void = { _ in }
    ) throws(ConfigurationError) -> Configuration {
        let document: TOMLDocument
        do {
            document = try TOMLDocument(path: path)
        } catch {
            throw ConfigurationError([error])
        }
        return try Configuration(document, checkSource: checkSource)
    }

    /// Throws everything that is wrong with the document.
    package init(
        _ document: TOMLDocument, checkSource: (String) throws -> Void = { _ in }
    ) throws(ConfigurationError) {
        let (values, unknown) = document.root.values(for: Key.allCases.map(\.rawValue))
        var errors = unknown
        var wrong: Set<Key> = []
        for key in Key.allCases {
            guard let value = values[key.rawValue] else { continue }
            do {
                try set(key, to: value)
            } catch {
                errors.append(error)
                wrong.insert(key)
            }
        }
        do {
            try checkSource(source)
        } catch {
            if let value = values[Key.source.rawValue] {
                errors.append(.refused(value.location, why: "\(error)"))
            }
        }
        // These values are right by themselves, but may not be together.
        if wrong.isDisjoint(with: [.loadRadius, .refreshDistance, .maxAccuracy]) {
            if let error = reachError(values) { errors.append(error) }
        }
        if wrong.isDisjoint(with: [.controlSocket, .notificationSocket]) {
            if let error = socketError(values) { errors.append(error) }
        }
        if !errors.isEmpty { throw ConfigurationError(errors) }
    }

    private func reachError(_ values: [String: TOMLValue]) -> TOMLError? {
        let (distance, accuracy) = (regions.refreshDistance, fixes.maxAccuracy)
        let way = rules.regions.passThrough.longestWay
        let needed = distance + way + accuracy
        if regions.loadRadius >= needed { return nil }
        let sum = "\(plain(distance)) + \(plain(way)) + \(plain(accuracy))"
        return values.first(of: .loadRadius, .refreshDistance, .maxAccuracy)?.error(
            "a load_radius of \(plain(regions.loadRadius)) misses regions",
            use: "at least \(plain(needed)) (refresh_distance, longest way, max_accuracy: \(sum))")
    }

    private func socketError(_ values: [String: TOMLValue]) -> TOMLError? {
        if control.socket != notifications.socket { return nil }
        return values.first(of: .controlSocket, .notificationSocket)?.error(
            "is the socket for control and notifications", use: "two paths")
    }
}

extension [String: TOMLValue] {
    /// The value of the first of `keys` that the file has.
    fileprivate func first(of keys: Configuration.Key...) -> TOMLValue? {
        keys.compactMap { self[$0.rawValue] }.first
    }
}
