package import HTTPService
import HTTPTypes

extension HTTPLimits {
    /// Of the control socket.
    package static var control: HTTPLimits {
        var limits = HTTPLimits()
        limits.isUpload = { $0.isControlUpload }
        return limits
    }
}

extension HTTPRequest {
    fileprivate var isControlUpload: Bool {
        let path = path?.prefix { $0 != "?" } ?? ""
        let watches = "/v1/watches/"
        return switch method {
        case .post: path == "/v1/places/imports"
        case .put:
            path.hasPrefix("/v1/places/cells/")
                || path.hasPrefix(watches) && !path.dropFirst(watches.count).contains("/")
        default: false
        }
    }
}
