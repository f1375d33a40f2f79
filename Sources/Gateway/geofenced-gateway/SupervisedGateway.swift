import Community
import HTTPService

/// The gateway is alive as long as its event loop, which answers requests, runs this, and its
/// database answers, be it with an error.
struct SupervisedGateway: Supervised {
    let daemon: DaemonWatch
    let community: Community

    func isAlive() async -> Bool {
        // An error is told to whoever asks for something.
        _ = try? await community.ownOwner()
        return true
    }

    var status: String {
        get async { await daemon.fault.map { "serving, without geofenced: \($0)" } ?? "serving" }
    }
}
