/// What outlives the process.
extension TrackedDevice {
    /// Of the form of `TrackerState.memory`; another form gets another number. In the second, a
    /// region had no `place`, and no field was JSON; in the third, a stay had at most eight rules; in
    /// the fourth, nobody knew where a device stands; in the fifth, whether it tells its speed.
    static let stateVersion = 6

    /// Whether everything known has been reported. It has not between a look-up and the next fix,
    /// and is not written down then.
    var isSettled: Bool { monitor.isSettled }

    /// Everything that later decisions depend on, in the form of `TrackerState.memory`.
    var memory: [UInt8] {
        var bytes = StateWriter()
        bytes.put(Self.stateVersion)
        filter.write(to: &bytes)
        bytes.put(position)
        bytes.put(standing)
        refresh.write(to: &bytes)
        bytes.put(refreshCause)
        monitor.write(to: &bytes)
        return bytes.bytes
    }

    /// To be written down; reading goes on at `resumePoint`.
    package func state(resumingAt resumePoint: ResumePoint?) -> TrackerState {
        TrackerState(memory: memory, inside: monitor.reportedInside, resumePoint: resumePoint)
    }

    /// Takes over what was known when `state` was written down. Regions are then to be looked up
    /// where they last were (`lastLookUp`), and handed to `reload`.
    ///
    /// If the reports to come do not go on after those that led to `state` (`isSameJourney`), only
    /// regions count that have been entered and not left. Throws if the state cannot be read; then
    /// the device still does not enter a second time where it was.
    package mutating func resume(
        _ state: TrackerState, isSameJourney: Bool
    ) throws(StateError) {
        do {
            try recall(state.memory)
        } catch {
            (monitor, filter, standing) = (monitor.forgotten, filter.forgotten, Standing())
            monitor.presume(inside: state.inside)
            throw error
        }
        if isSameJourney { return }
        monitor.keepOnlyStays()
        filter = filter.forgotten
        refresh.forget()
        (position, standing, refreshCause) = (nil, Standing(), .startup)
    }

    private mutating func recall(_ memory: [UInt8]) throws(StateError) {
        var bytes = StateReader(memory)
        let version: Int = try bytes.take()
        guard (2...Self.stateVersion).contains(version) else { throw .otherVersion(version) }
        bytes.version = version
        try filter.recall(from: &bytes)
        position = try bytes.take()
        if bytes.version > 4 { standing = try bytes.take() }
        try refresh.recall(from: &bytes)
        refreshCause = try bytes.take()
        try monitor.recall(from: &bytes)
    }

    /// Where and when regions were last looked up; `nil` if they never were.
    package var lastLookUp: (center: Coordinate, time: Timestamp)? { refresh.lastLookUp }

    /// Takes over what there is now where regions were last looked up; `nil` if that failed.
    package mutating func reload(_ found: RegionSet?) {
        guard let found, let (center, time) = refresh.lastLookUp else { return refresh.forget() }
        refresh.repeated(found)
        if monitor.reload(found, around: center, at: time) { regionsChanged() }
    }

    /// Forgets all other regions.
    mutating func keepOnly(_ id: String) { monitor.keepOnly(id) }

    /// A region that was loaded begins to be there, and its enter is told at the next fix.
    mutating func appear(_ region: Region, _ cause: Transition.Cause) {
        monitor.appear(region, cause)
    }

    /// Since when it stays in the region, is outside, or was last near; `nil` if it has not
    /// entered.
    func since(_ id: String) -> Timestamp? { monitor.since(id) }
}
