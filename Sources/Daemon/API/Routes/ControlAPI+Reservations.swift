import HTTPService
import Hummingbird
import Interests
import Places

/// Who has reserved a deal: for the account that added it.
extension ControlAPI {
    func addReservations(to routes: Routes) {
        routes.get("deals/:id/reservations") { _, context in
            let caller = await caller(context)
            let id = try id(of: Deal.self, context)
            return try Response.json(
                try await places.with { try Deal.reservations(of: id, for: caller, in: $0) })
        }
    }
}
