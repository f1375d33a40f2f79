import Geofencing

/// A kind of server that can say what is in a cell.
protocol CellServer: Sendable {
    /// Throws a `ProviderFault`, or `CancellationError`.
    ///
    /// `known`: by what the server knows the state that is here; `nil`: nothing is.
    func features(in cell: PlaceCell, known: CellValidators?) async throws -> CellAnswer
}

enum CellAnswer: Sendable {
    /// Nothing else than what is here.
    case unchanged
    /// `credit`: whose data it is, as the server says.
    case features(CellFeatures, CellValidators?, credit: String?)
}
