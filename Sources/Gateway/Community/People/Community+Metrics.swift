import SQLite

/// With what a program reads figures over the network.
extension Community {
    /// A new token; the one before is worth nothing from now on. By admins.
    package func renewMetricsToken(by caller: Caller) throws -> Secret {
        try change { db, _ in
            try db.requireAdmin(caller, to: "let programs read figures")
            let token = Secret()
            try db.run(
                "INSERT OR REPLACE INTO metrics_token VALUES (1, :hash)",
                ["hash": .bytes(token.hash)])
            return token
        }
    }

    package func isMetricsToken(_ token: Secret) throws -> Bool {
        try read { db, _ in
            try db.integer(
                "SELECT 1 FROM metrics_token WHERE hash = :hash", ["hash": .bytes(token.hash)])
                != nil
        }
    }
}
