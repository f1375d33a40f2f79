/// What decides between a device and a region, with everything that can be set.
package struct RegionRules: Hashable, Sendable {
    package var enter = EnterRule()
    package var exit = ExitRule()
    package var dwell = DwellRule()
    package var passThrough = PassThroughRule()
    package var cooldown = CooldownRule()
    /// Seconds without a fix after which nobody knows where the device was meanwhile.
    package var longestGap = 60.0

    package init() {}
}
