import SQLite

/// With what a program reads figures over the network.
extension Community {
    /// A new token; the one before is worth nothing from now on. By admins.
    package func renewMetricsToken(by caller: Caller) throws -> Secret {
        try change { db, _ in
            try db.requireAdmin(caller, to: "let programs read figures")
            let token = Secret()
            try db.table("metrics_token").replace(["one": 1, "hash": .bytes(token.hash)])
            return token
        }
    }

    package func isMetricsToken(_ token: Secret) throws -> Bool {
        try read { db, _ in try db.table("metrics_token").has(["hash": .bytes(token.hash)]) }
    }
}
