import Glibc
import Posix

/// The files of the page: all that its folder and the folders in it have, read once. So an upgrade
/// beneath a gateway that runs changes nothing of what that serves.
package struct PageFolder: Sendable {
    /// Their names and contents, by name; a name has the folders before it, as in `base/api.js`.
    let contents: [(name: String, bytes: [UInt8])]

    /// One of these names the version of the page; the others are served.
    private static let versionFile = "version"
    private static let endings = [".css", ".html", ".js", ".svg", ".webmanifest"]
    /// Of one file, in bytes.
    private static let largest = 4 << 20

    /// Where the folder is, unless the configuration says so: beside a program that `swift build` has
    /// made, or else where packages install it, as seen from the program.
    package static let usual: String = {
        let programs = programPath.directory
        let built = "\(programs)/geofenced_PageFiles.resources/page"
        return InputFile.exists(built) ? built : "\(programs.directory)/share/geofenced/page"
    }()

    /// `version`: of the program. Throws `FileError` or `PageFolderError`; in a folder that others may
    /// change, somebody else could be served as the page.
    package init(_ path: String = Self.usual, version: String = programVersion) throws {
        try Self.checkOwner(of: path)
        let found = try InputFile.contents(of: "\(path)/\(Self.versionFile)", limit: 100)
        let other = String(decoding: found, as: UTF8.self).trimmed
        guard other == version else {
            throw PageFolderError.otherVersion(path, found: other, needed: version)
        }
        contents = try Self.files(in: path, below: "")
        guard contents.contains(where: { $0.name == "index.html" }) else {
            throw PageFolderError.noPage(path)
        }
    }

    /// Those in `folder`, whose names begin with `prefix`. A folder that is a link is not followed: so
    /// this comes to an end.
    private static func files(
        in folder: String, below prefix: String
    ) throws -> [(name: String, bytes: [UInt8])] {
        try names(inDirectory: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            if isFolder(path) {
                try checkOwner(of: path)
                return try files(in: path, below: "\(prefix)\(name)/")
            }
            guard endings.contains(where: { name.hasSuffix($0) }) else { return [] }
            try checkOwner(of: path)
            return [("\(prefix)\(name)", try InputFile.contents(of: path, limit: largest))]
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func checkOwner(of path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError.cannotOpen(path, .current) }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw FileError.belongsTo(path, uid: status.st_uid)
        }
        if status.st_mode & S_IWOTH != 0 { throw FileError.writtenByOthers(path) }
    }
}

/// Why a folder is not the page of this gateway.
package enum PageFolderError: Error, Hashable, CustomStringConvertible {
    case otherVersion(String, found: String, needed: String)
    case noPage(String)

    package var description: String {
        switch self {
        case .otherVersion(let path, let found, let needed):
            "\(path.visible): is the page of version \(found.visible), and this is \(needed): install "
                + "both from one package"
        case .noPage(let path):
            "\(path.visible): has no index.html: name the folder that is installed as "
                + "share/geofenced/page"
        }
    }
}
