import HTTPService
import Hummingbird
import Places
import Posix

/// What the query of an import says: which files the body has, one after another.
struct ImportRequest: Sendable {
    let places: PlaceImport
    private let files: [File]

    private struct File: Sendable {
        /// The path that the client has for it; `-` is its standard input.
        var name: String
        /// Bytes; `nil`: up to the end of the body.
        var size: Int?
    }

    /// Throws a `Problem`. `length`: bytes of the whole body; `nil` if the client does not say.
    init(_ request: Request) throws {
        func values(_ name: String) -> [String] {
            request.uri.queryParameters.filter { $0.key == name }.map { String($0.value) }
        }
        let names = try values("name").map { try Limits.text($0, of: "name", limit: 4096) }
        guard !names.isEmpty else {
            throw Problem(
                .badRequest, "name: is missing: say what the file is called",
                errors: [.init("name", "is missing")])
        }
        let sizes = try values("size").map { text in
            guard let size = Int(text), size >= 0 else {
                throw Problem(.badRequest, "size: \(text.quoted) is not a number of bytes")
            }
            return size
        }
        guard sizes.count == names.count || sizes.isEmpty && names.count == 1 else {
            throw Problem(
                .badRequest,
                "size: give one for each of the \(names.count) names, in their order",
                errors: [.init("size", "there are \(sizes.count)")])
        }
        do {
            places = try PlaceImport(files: names, source: values("source").last)
        } catch let error as ImportError {
            throw Problem(error)
        }
        let length = request.headers[.contentLength].flatMap { Int($0) }
        files = names.enumerated().map { index, name in
            File(name: name, size: sizes.isEmpty ? nil : sizes[index])
        }
        wholeSize = sizes.isEmpty ? length : nil
    }

    /// Of a body that is one file.
    private let wholeSize: Int?

    /// To be called on the thread that reads them.
    func inputs(_ bytes: UploadedBytes) -> [ImportInput] {
        let body = UploadedFile.Body(bytes)
        return files.map { file in
            let name = file.name == "-" ? "standard input" : file.name
            return ImportInput(
                UploadedFile(name, size: file.size, of: body), path: file.name,
                size: file.size ?? wholeSize)
        }
    }
}
