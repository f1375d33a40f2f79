import Glibc

/// The names in a directory, sorted; none if it cannot be read.
package func names(inDirectory path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

extension String {
    /// Of what is there, from the root of the file system.
    package var absolutePath: String {
        guard let path = realpath(self, nil) else { return self }
        defer { free(path) }
        return String(cString: path)
    }

    /// The directory part of a path; `.` if it has none.
    package var directory: String {
        lastIndex(of: "/").map { $0 == startIndex ? "/" : String(self[..<$0]) } ?? "."
    }
}
