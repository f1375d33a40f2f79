import Simulation

/// An epoch, encoded in every form in which it is served.
package struct EncodedEpoch: Sendable {
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
