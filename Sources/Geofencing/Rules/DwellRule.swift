/// When a stay is worth a word of its own.
package struct DwellRule: Hashable, Sendable {
    /// Seconds inside; 0 turns it off.
    package var after = 300.0

    package func decides(insideFor seconds: Double) -> Bool {
        after > 0 && seconds >= after
    }
}
