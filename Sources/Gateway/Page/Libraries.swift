import Hummingbird
import Logging
import Posix

/// The libraries of the page, as packages of Debian have installed them: a fixed list of files.
struct Libraries: Sendable {
    /// Where packages install them.
    static let folder = "/usr/share/javascript"

    private struct Part {
        /// Below `/lib`.
        var path: String
        /// Below the folder.
        var source: String
        var package: String
    }

    /// Those that could be read.
    let files: [PageFile]

    /// `folder`: where they are. A package that is missing is named in the log.
    init(in folder: String = Self.folder, log: Logger) {
        var missing: Set<String> = []
        files = Self.parts.compactMap { part in
            do {
                let path = "\(folder)/\(part.source)"
                return PageFile(
                    "lib/\(part.path)", try InputFile.contents(of: path, limit: Self.largest))
            } catch {
                if missing.insert(part.package).inserted {
                    log.warning(
                        "the page has no maps until a package is installed",
                        metadata: ["error": "\(error)", "install": "\(part.package)"])
                }
                return nil
            }
        }
    }

    private static let largest = 4 * 1024 * 1024

    private static let parts: [Part] =
        [
            leaflet("leaflet.js", from: "leaflet.min.js"), leaflet("leaflet.css"),
        ]
        + ["layers", "layers-2x", "marker-icon", "marker-icon-2x", "marker-shadow"].map {
            leaflet("images/\($0).png")
        } + [
            clusters("leaflet.markercluster.js", from: "leaflet.markercluster.min.js"),
            clusters("MarkerCluster.css"), clusters("MarkerCluster.Default.css"),
        ]

    private static func leaflet(_ name: String, from source: String? = nil) -> Part {
        Part(
            path: "leaflet/\(name)", source: "leaflet/\(source ?? name)", package: "libjs-leaflet")
    }

    /// Debian has them in the folder of Leaflet.
    private static func clusters(_ name: String, from source: String? = nil) -> Part {
        Part(
            path: "leaflet.markercluster/\(name)", source: "leaflet/\(source ?? name)",
            package: "libjs-leaflet.markercluster")
    }
}
