import Formats
import Hummingbird
import Posix

/// What browsers get as it is: the files of the page, those of libraries, and nothing else.
struct ServedFiles: Sendable {
    private let files: [PageFile]

    /// The addresses of the views. The secret of a link to `join` is in the fragment, which no
    /// request has.
    private static let views = [
        "join", "map", "nearby", "search", "deals", "deals/**", "household", "household/**",
        "organisation", "organisation/**", "history", "messages", "messages/:number", "settings",
        "settings/**", "places/**", "route",
    ]
    /// The page itself, and the part of the service worker that is the same for all versions.
    private static let index = "index.html"
    private static let worker = "sw.js"

    init(_ page: PageFolder, _ libraries: Libraries) {
        var kept = [PageFile("map/drawing.js", MapDrawing.script)]
        var views: [PageFile] = []
        var worker: [UInt8] = []
        for (name, bytes) in page.contents {
            switch name {
            case Self.index:
                let index = PageFile(name, bytes)
                kept.append(index.at(""))
                views = Self.views.map { index.at($0) }
            case Self.worker: worker = bytes
            default: kept.append(PageFile(name, bytes))
            }
        }
        kept += libraries.files
        files = kept + views + [Self.worker(worker, keeps: kept)]
    }

    func add(to router: Router<PageContext>) {
        for file in files {
            router.get(RouterPath(file.path)) { request, _ in file.response(to: request) }
        }
    }

    /// The service worker, which knows the files that it keeps; every view has the file of the first.
    /// Browsers have a new one as soon as any of them is another.
    private static func worker(_ bytes: [UInt8], keeps kept: [PageFile]) -> PageFile {
        let list = kept.map { "\"/\($0.path)\"" }.joined(separator: ", ")
        let version = checksum(Array(kept.map(\.tag).joined().utf8))
        let head = "const version = \"\(version)\";\nconst files = [\(list)];\n"
        return PageFile(worker, Array(head.utf8) + bytes)
    }
}

extension PageFile {
    /// The same at another path.
    fileprivate func at(_ path: String) -> Self {
        var file = self
        file.path = path
        return file
    }
}
