extension Community {
    /// A code for a device on which nobody is signed in.
    package func beginCode(device: String? = nil) throws -> Code { fatalError("not yet") }

    /// Lets the device that shows the code sign in as the caller. Returns what the device calls itself.
    @discardableResult
    package func approveCode(_ code: String, by person: PersonID) throws -> String {
        fatalError("not yet")
    }

    /// What has become of a code or a sign-up. Once it is approved, the first call begins the session.
    package func claim(_ secret: Secret) throws -> Claim { fatalError("not yet") }

    /// Asks to be let in. With the result, the device asks whether it was.
    package func requestSignup(name: String, device: String? = nil) throws -> Secret {
        fatalError("not yet")
    }

    /// Those that wait, for admins.
    package func signups(by caller: Caller) throws -> [Signup] { fatalError("not yet") }

    /// `name`: as it shall be instead.
    @discardableResult
    package func acceptSignup(
        _ id: Int64, name: String? = nil, by caller: Caller
    ) throws -> Person { fatalError("not yet") }

    package func refuseSignup(_ id: Int64, by caller: Caller) throws { fatalError("not yet") }
}
