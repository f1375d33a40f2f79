import Geofencing

/// Says for which notices a person is told whose they are.
struct DeviceNaming {
    /// Seldom named: it is the device that one has in mind. `nil` if it is not known.
    var own: DeviceID?
    /// The devices that the person has named.
    var wanted: [DeviceID]

    func name(_ notice: inout NoticeSummary) {
        let isPlain = wanted.isEmpty ? notice.device == own?.description : wanted.count == 1
        notice.namesDevice = !isPlain
    }
}
