import Formats

extension GatewayConfiguration.NtfyServer {
    /// The keys of a table `[[ntfy]]`, in the order to show them.
    package enum Key: String, CaseIterable {
        case url
        case tokenFile = "token_file"
    }
}

extension TOMLValue {
    /// Reads `[[ntfy]]`. Throws `TOMLError`, or several as `ConfigurationError`.
    func ntfyServers() throws -> [GatewayConfiguration.NtfyServer] {
        try tables("[[ntfy]]", url: \.url.description) { element in
            var table = try TableReading<GatewayConfiguration.NtfyServer.Key>(element)
            let url = table.require(.url, as: "https://HOST") { try $0.serverURL() }
            let tokenFile = table.read(.tokenFile) { try $0.tokenFile() }
            return .init(url: try table.whole(url), tokenFile: tokenFile)
        }
    }

    /// The URL of a server that gets secrets, or is told where people are.
    func serverURL() throws(TOMLError) -> WebOrigin {
        let url = try origin()
        if url.isSecure || url.isLoopback { return url }
        throw error("\(url) can be read on its way", use: "https, or a server of this machine")
    }
}
