import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of the page: a list that is in the program, and nothing else.
extension GatewayAPI {
    private struct File: Sendable {
        var path: String
        var type: String
        var bytes: [UInt8]
    }

    private static let files = [
        File(path: "", type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
        // The secret of a link is in the fragment, which no request has.
        File(path: "join", type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
        File(path: "page.css", type: "text/css; charset=utf-8", bytes: PackageResources.page_css),
        script("page.js", PackageResources.page_js), script("api.js", PackageResources.api_js),
        script("elements.js", PackageResources.elements_js),
        script("home.js", PackageResources.home_js), script("join.js", PackageResources.join_js),
        script("signin.js", PackageResources.signin_js),
        script("words.js", PackageResources.words_js),
    ]

    private static func script(_ path: String, _ bytes: [UInt8]) -> File {
        File(path: path, type: "text/javascript; charset=utf-8", bytes: bytes)
    }

    func addFiles(to router: Router<PageContext>) {
        for file in Self.files {
            router.get(RouterPath(file.path)) { _, _ in
                var response = Response.json(bytes: file.bytes, type: file.type)
                response.headers[.cacheControl] = "no-cache"
                return response
            }
        }
    }
}
