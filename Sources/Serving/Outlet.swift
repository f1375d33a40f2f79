import Simulation

/// Where the epochs of a journey go.
package protocol Outlet: Sendable {
    /// What to give to a program that shall read there.
    var name: String { get }
    /// How many read there; `nil` if that cannot be known.
    var audience: Int? { get }

    /// Lets readers come, until it is cancelled; `begin` is called when someone wants epochs.
    func run(begin: @escaping @Sendable () -> Void) async throws
    /// `patience`: seconds to wait for a reader that is slow, before it loses this epoch.
    func send(_ moment: Moment, patience: Double) async
    /// The last has been sent: gives readers a moment to read it.
    func finish() async
}

/// One epoch, in every form in which it is served.
package struct Moment: Sendable {
    let epoch: Epoch
    /// Sentences, each with CR and LF.
    let nmea: [UInt8]
    /// SKY, TPV and GST of gpsd's protocol.
    let json: [UInt8]

    init(_ epoch: Epoch, of device: SimulatedDevice, _ writer: inout NMEAWriter) {
        self.epoch = epoch
        var sentences: [UInt8] = []
        writer.write(epoch, to: &sentences)
        nmea = sentences
        json = device.reports(epoch)
    }
}
