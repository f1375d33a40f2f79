/// Gets what timers need while there are descriptors left, which a daemon's clients may use up.
///
/// Dispatch, which runs the timers, opens three at the first of them, and ends the process with
/// SIGILL where it cannot.
func prepareTimers() async {
    // When the first has fired, all three are open. None fires early if the task is cancelled.
    await Task { try? await Task.sleep(for: .milliseconds(1)) }.value
}
