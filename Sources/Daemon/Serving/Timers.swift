/// Opens what timers need while there are descriptors left: clients may use them up later.
///
/// Dispatch runs the timers. It opens three descriptors at the first of them, and ends the process
/// with SIGILL if it cannot.
func prepareTimers() async {
    // When the first timer has fired, all three are open. A task of its own cannot be cancelled,
    // which would end the sleep early.
    await Task { try? await Task.sleep(for: .milliseconds(1)) }.value
}
