import HTTPService
import HTTPTypes
import Hummingbird

/// How pictures are asked for, and answered.
extension GatewayAPI {
    static let pictureQuery = [
        Parameter("v", .text(1...20), "What the path of its picture has: it is kept longer.")
    ]
    static let pictureAnswers = [
        Operation.Answer(
            status: 200, description: "The picture.", schema: Schema.string,
            mediaType: PictureMaker.made),
        Operation.Answer(status: 304, description: "It is the same.", schema: nil),
    ]
}

extension Response {
    /// `number`: which changes with the picture.
    static func picture(_ jpeg: [UInt8], number: Int64, _ call: Call) -> Response {
        let tag = "\"\(number)\""
        let isSame = call.request.headers[.ifNoneMatch] == tag
        var response =
            isSame ? Response(status: .notModified) : json(bytes: jpeg, type: PictureMaker.made)
        response.headers[.eTag] = tag
        // At an address with a number it never changes.
        response.headers[.cacheControl] =
            call.query("v") == "\(number)"
            ? "private, max-age=31536000, immutable" : "private, no-cache"
        return response
    }
}
