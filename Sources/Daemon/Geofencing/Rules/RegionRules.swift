/// The rules that decide between a device and a region, with everything that can be set.
package struct RegionRules: Sendable {
    package var enter = EnterRule()
    package var exit = ExitRule()
    package var dwell = DwellRule()
    /// Further rules of stays, asked after `dwell`; at most 63.
    package var stay: [any StayRule] = []
    package var passThrough = PassThroughRule()
    package var cooldown = CooldownRule()
    /// Seconds without a fix after which the device may have been anywhere in between.
    package var longestGap = 60.0

    package init() {}
}
