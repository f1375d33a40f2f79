/// What lets whoever had no answer ask once more.
extension GatewayAPI {
    static let key = Parameter(
        "key", .text(1...64),
        "Chosen by whoever asks: the same once more makes nothing, and answers what the first has made."
    )
}
