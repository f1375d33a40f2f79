/// Sums of numbers that come from a file, which may be damaged: the nearest that there is, and no end of
/// the program.
extension Int64 {
    /// The nearest whole number; 0 for what is no number.
    package init(saturating value: Double) {
        let rounded = value.rounded()
        self = Int64(exactly: rounded) ?? (rounded > 0 ? .max : rounded < 0 ? .min : 0)
    }

    package func saturatingPlus(_ other: Int64) -> Int64 {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? (other > 0 ? .max : .min) : sum.partialValue
    }

    package func saturatingMinus(_ other: Int64) -> Int64 {
        let difference = subtractingReportingOverflow(other)
        return difference.overflow ? (other > 0 ? .min : .max) : difference.partialValue
    }
}
