import Glibc
import Posix
import TestSupport
import Testing

@testable import Page

/// The folder of the page's files.
struct PageFolderTests {
    private let folder = TemporaryFolder()

    private func write(version: String = "1.2.3", _ files: [String: String]) throws {
        try folder.write("version", "\(version)\n".utf8)
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            mkdir(folder.file(name).directory, 0o700)
            try folder.write(name, text.utf8)
        }
    }

    private var complaint: String? {
        do {
            _ = try PageFolder(folder.path, version: "1.2.3")
            return nil
        } catch {
            return "\(error)".replacing(folder.path, with: "PAGE")
        }
    }

    @Test func `the page that the build puts beside the programs is of their version`() throws {
        let names = try PageFolder().contents.map(\.name)
        #expect(names.contains("index.html") && names.contains("sw.js"))
        #expect(names.contains("base/api.js") && names.contains("views/map/map.js"))
    }

    @Test func `files of a page and its folders are read, and nothing else`() throws {
        try write([
            "index.html": "i", "a.js": "a", "a.js~": "old", "b.css": "b", "README": "r",
            "views/c.js": "c", "views/README": "r", "views/deals/d.js": "d",
        ])
        #expect(symlink("..", folder.file("views/loop")) == 0)
        let page = try PageFolder(folder.path, version: "1.2.3")
        #expect(
            page.contents.map(\.name)
                == ["a.js", "b.css", "index.html", "views/c.js", "views/deals/d.js"])
        #expect(page.contents.map(\.bytes) == ["a", "b", "i", "c", "d"].map { Array($0.utf8) })
    }

    @Test func `a page that is missing is an error`() {
        #expect(complaint == "PAGE/version: cannot be opened: no such file or directory")
        TemporaryFolder.remove(folder.path)
        #expect(complaint == "PAGE: cannot be opened: no such file or directory")
    }

    @Test func `a page of another version is an error`() throws {
        try write(version: "1.2.2", ["index.html": "i"])
        #expect(
            complaint
                == "PAGE: is the page of version 1.2.2, and this is 1.2.3: install both from one "
                + "package")
    }

    @Test func `a folder without a page is an error`() throws {
        try write(["a.js": "a"])
        #expect(
            complaint
                == "PAGE: has no index.html: name the folder that is installed as share/geofenced/page"
        )
    }

    @Test(arguments: ["", "/index.html", "/base", "/base/a.js"])
    func `what others may write is no page`(_ part: String) throws {
        try write(["index.html": "i", "base/a.js": "a"])
        #expect(chmod(folder.path + part, 0o757) == 0)
        #expect(
            complaint
                == "PAGE\(part): others may write it: take that from them with chmod go-w, or choose "
                + "another directory")
    }
}
