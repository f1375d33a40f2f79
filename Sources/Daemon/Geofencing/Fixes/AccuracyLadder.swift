/// How accurate a fix is, from the best that is known about it.
///
/// The receiver's own estimate comes first, then its dilution of precision, then nothing: what no
/// one said is not made up.
package struct AccuracyLadder: Hashable, Sendable {
    /// Metres of accuracy (68 %) for each unit of HDOP.
    ///
    /// Receivers that state both say 2.5 m in the middle, ten of thirteen no more than 6.2 m
    /// (GST against HDOP in recorded logs).
    package var hdopMetres = 5.0

    package init(hdopMetres: Double = 5.0) {
        self.hdopMetres = hdopMetres
    }

    /// Gives `fix` the accuracy it should be judged by.
    @inline(__always)
    package func rate(_ fix: inout Fix) {
        if let estimate = fix.accuracy, Self.isEstimate(estimate) { return }
        fix.accuracy = fix.hdop.flatMap { Self.isDilution($0) ? $0 * hdopMetres : nil }
        fix.accuracyOrigin = .hdop
    }

    /// Zero is how receivers write that they do not know.
    private static func isEstimate(_ metres: Double) -> Bool {
        metres > 0 && metres.isFinite
    }

    private static func isDilution(_ hdop: Double) -> Bool {
        hdop > 0 && hdop.isFinite
    }

    /// Whether all that the source says of the accuracy is that it has no idea: 99.9 and more is
    /// how receivers write that.
    @inline(__always)
    package func isHopeless(_ fix: Fix) -> Bool {
        guard fix.accuracyOrigin == .hdop, let hdop = fix.hdop else { return false }
        return hdop >= 99.9 && hdop.isFinite
    }
}
