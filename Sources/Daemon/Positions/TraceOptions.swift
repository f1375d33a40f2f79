package import Geofencing

/// What the user knows about a trace and the trace does not say.
package struct TraceOptions: Hashable, Sendable {
    /// The day on which an NMEA stream without dates begins; `nil` if it is not known.
    package var date: CivilDate?
    /// The format of a file that is named without a scheme, one of `PositionSources.traceFormats`;
    /// `nil`: its content tells.
    package var format: String?
    /// Whether a file that is read as NMEA, and has no sentence in it, is an error.
    package var needsSentences = false

    package init(date: CivilDate? = nil, format: String? = nil) {
        self.date = date
        self.format = format
    }
}
