/// Why something was reported of a region, or was not.
package struct Explanation: Sendable {
    package var region: Region
    /// The rules that it was judged by.
    package var rules: Rules
    /// The kinds of transitions that become notices.
    package var reported: Set<Transition.Kind>
    /// The time that was asked about; `nil` is all there is.
    package var around: Timestamp?
    /// Of the first and the last fix that was looked at; `nil` if there was none.
    package var span: ClosedRange<Timestamp>?
    /// What happened, in order; if nothing did, the one at which the device was nearest.
    package var moments: [Moment] = []
    /// Where notices are numbered; `nil` if nothing was written down.
    package var log: String?
    /// How many fixes in the circle were not used, and why.
    package var dropped: [DropReason: Int] = [:]
    /// Around the time that was asked about, the fixes before and after, if it had none itself.
    package var neighbours: (before: Timestamp?, after: Timestamp?)

    /// Metres from the centre beyond which a device may have left.
    package var exitDistance: Double { rules.regions.exit.edge(radius: region.radius) }

    /// The fixes around the one that decided.
    package struct Moment: Sendable {
        package var evaluations: [Evaluation]
        /// Which of them decided.
        package var decisive: Int
        /// The number of the notice; `nil` if there is no log, or it is not in it.
        package var sequence: Int?

        package var decision: Evaluation { evaluations[decisive] }
    }
}
