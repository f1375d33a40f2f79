import CGPS
import Geofencing
import Glibc
import Posix

/// Takes lines apart with libgps. No other file knows its C interface.
///
/// Its `gps_open`, `gps_waiting` and `gps_read` are not used: they block while they connect, end
/// the process from descriptor 1024 on, and spin while half a line has come (3.22).
final class GPSDUnpacker {
    /// On the heap, where it does not move: up to 38 KB, with another layout in each version.
    private let state: UnsafeMutablePointer<gps_data_t>

    init() {
        state = .allocate(capacity: 1)
        UnsafeMutableRawPointer(state).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<gps_data_t>.size)
    }

    deinit { state.deallocate() }

    /// Clears what is read here, so that nothing of one line is seen in the next: libgps keeps what
    /// a line does not say, and marks an old position as new.
    ///
    /// Clearing all of it would drive everything else from the processor's cache.
    private func clear() {
        state.pointee.fix = gps_fix_t()
        gps_clear_fix(&state.pointee.fix)
        state.pointee.dev = devconfig_t()
        state.pointee.dop = dop_t()
        state.pointee.gst = gst_t()
        (state.pointee.satellites_visible, state.pointee.satellites_used) = (0, 0)
        withUnsafeMutableBytes(of: &state.pointee.error) { $0[0] = 0 }
    }

    /// What `line` says; `nil` if that is of no use here.
    func message(from line: GPSDLine) -> GPSDMessage? {
        switch line {
        case .malformed, .other: return nil
        case .devices(let objects): return .devices(objects.map(device))
        case .object(.device, let object): return .device(device(object))
        case .object(.version, _): return .version
        case .object(.position, let object):
            unpack(object)
            return .position(position)
        case .object(.sky, let object):
            unpack(object)
            return .sky(sky)
        case .object(.errorEstimate, let object):
            unpack(object)
            return .errorEstimate(errorEstimate)
        case .object(.error, let object):
            unpack(object)
            return .error(text(&state.pointee.error))
        }
    }

    private func unpack(_ object: [UInt8]) {
        clear()
        // libgps 3.22 declares it as not constant, but changes nothing in it.
        var text = object + [0]
        text.withUnsafeMutableBytes {
            _ = gps_unpack($0.baseAddress!.assumingMemoryBound(to: CChar.self), state)
        }
    }

    private func device(_ object: [UInt8]) -> GPSDMessage.Device {
        unpack(object)
        let driver = text(&state.pointee.dev.driver)
        return GPSDMessage.Device(
            path: text(&state.pointee.dev.path), driver: driver.isEmpty ? nil : driver,
            isGone: object.saysThatItIsGone)
    }

    private var position: GPSDMessage.Position {
        let fix = state.pointee.fix
        return GPSDMessage.Position(
            device: text(&state.pointee.dev.path), time: Timestamp(fix.time), mode: Int(fix.mode),
            latitude: fix.latitude.known, longitude: fix.longitude.known, eph: fix.eph.known,
            status: Int(fix.status), speed: fix.speed.known, track: fix.track.known,
            altitude: fix.altMSL.known)
    }

    private var sky: GPSDMessage.Sky {
        GPSDMessage.Sky(
            device: text(&state.pointee.dev.path), hdop: state.pointee.dop.hdop.known,
            satellitesUsed: state.pointee.satellites_visible > 0
                ? Int(state.pointee.satellites_used) : nil)
    }

    private var errorEstimate: GPSDMessage.ErrorEstimate {
        let estimate = state.pointee.gst
        return GPSDMessage.ErrorEstimate(
            device: text(&state.pointee.dev.path), time: Timestamp(estimate.utctime),
            latitude: estimate.lat_err_deviation.known, longitude: estimate.lon_err_deviation.known)
    }

    /// The text in a `char[]`, which Swift imports as a tuple.
    private func text<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Timestamp {
    /// `nil` if there is no time, which libgps writes as 1970, or one that it cannot read, as 1899.
    fileprivate init?(_ time: timespec) {
        guard time.tv_sec > 0, time.tv_sec < Timestamp.range.upperBound.milliseconds / 1000,
            (0..<1_000_000_000).contains(time.tv_nsec)
        else { return nil }
        // To the nearest, as libgps has read the fraction as a double.
        let milliseconds = (Int64(time.tv_nsec) + 500_000) / 1_000_000
        self.init(milliseconds: Int64(time.tv_sec) * 1000 + milliseconds)
    }
}

extension Double {
    fileprivate var known: Double? { isFinite ? self : nil }
}

extension [UInt8] {
    /// Whether gpsd writes a zero for the time of activation, as for a receiver that was unplugged.
    /// libgps reads only dates there.
    fileprivate var saysThatItIsGone: Bool {
        var isGone = false
        var walk = JSONWalk(self[...])
        try? walk.object { (member, value, kind) throws(JSONWalk.Malformed) in
            if member.span.equals("activated"), kind == .number {
                isGone = Double(decimal: self[value].span) == 0
            }
        }
        return isGone
    }
}
