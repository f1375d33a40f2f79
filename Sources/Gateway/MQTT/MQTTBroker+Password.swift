import Posix

extension MQTTBroker {
    /// `nil` if there is no file for it.
    func password() throws(ConnectionLoss) -> [UInt8]? {
        guard let passwordFile else { return nil }
        do {
            let text = String(
                decoding: try InputFile.contents(of: passwordFile, limit: 4096), as: UTF8.self)
            return Array(text.trimmed.utf8)
        } catch {
            throw ConnectionLoss("\(error)", remedy: "correct mqtt.password_file in gateway.toml")
        }
    }
}
