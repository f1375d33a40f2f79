/// Everything that can be set about how fixes are judged, with the defaults.
package struct Rules: Sendable {
    package var filter = FixFilter()
    /// `nil`: of a trace yes, of a live receiver no.
    package var acceptsUnknownAccuracy: Bool?
    package var refresh = Refresh()
    package var regions = RegionRules()

    package init() {}
}
