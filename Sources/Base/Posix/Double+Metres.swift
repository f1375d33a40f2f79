extension Double {
    /// Metres, for people: `340 m`, `2.3 km`, `120 km`.
    package var inMetres: String {
        switch self {
        case ..<999.5: "\(String(decimals: 0, self)) m"
        case ..<99_950: "\(String(decimals: 1, self / 1000)) km"
        default: "\(String(decimals: 0, self / 1000)) km"
        }
    }
}
