import Posix

@testable import Places

/// A provider that is not one of the program's: lines `name;latitude;longitude` after `#pages`, and
/// `#end`.
struct PagedPlaces: PlaceProvider {
    static let name = "pages"

    private let input: ImportInput
    private var line = 0
    private var unread: [UInt8] = []

    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        head.starts(with: "#pages".utf8)
    }

    init(_ input: ImportInput) throws {
        self.input = input
        _ = try nextLine()
    }

    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        let text = try nextLine()
        if text == "#end" { return false }
        draft.line = line
        let parts = text.split(separator: ";")
        guard parts.count == 3 else { throw damaged("is not name;latitude;longitude: mend it") }
        draft.set(.field(.name, rank: 0), String(parts[0]))
        draft.set(.field(.latitude, rank: 0), String(parts[1]))
        draft.set(.field(.longitude, rank: 0), String(parts[2]))
        draft.set(.field(.category, rank: 0), "amenity=cafe")
        return true
    }

    private mutating func nextLine() throws -> String {
        while true {
            if let end = unread.firstIndex(of: .newline) {
                defer { unread.removeFirst(end + 1) }
                line += 1
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard let page = try input.next() else { throw damaged("there is no #end: ask again") }
            unread += page
        }
    }

    private func damaged(_ what: String) -> ImportError {
        .damaged(FileLine(input.name, line), what)
    }
}

/// Bytes that come page by page, until the service fails or has no more.
final class Pages: ByteSource {
    let name = "places.example"
    private var pages: ArraySlice<[UInt8]>
    private let failure: (any Error)?
    private let page = UnsafeMutableRawBufferPointer.allocate(byteCount: 7, alignment: 1)

    /// Pages of 7 bytes. `failure`: what the service answers after them; `nil`: that it is all.
    init(_ text: String, failure: (any Error)? = nil) {
        let bytes = Array(text.utf8)
        pages =
            stride(from: 0, to: bytes.count, by: 7).map {
                Array(bytes[$0..<min($0 + 7, bytes.count)])
            }[...]
        self.failure = failure
    }

    func next() throws -> UnsafeRawBufferPointer? {
        guard let first = pages.popFirst() else {
            if let failure { throw failure }
            return nil
        }
        page.copyBytes(from: first)
        return UnsafeRawBufferPointer(rebasing: page[..<first.count])
    }

    deinit { page.deallocate() }
}
