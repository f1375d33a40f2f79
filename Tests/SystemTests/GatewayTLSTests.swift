import Posix
import Subprocess
import Testing

extension SystemTests {
    struct GatewayTLSTests {
        /// What openssl says of a connection, whose client says `input`.
        private func handshake(
            _ gateway: Gateway, _ options: String, input: String = ""
        ) async throws -> Finished {
            try await shell(
                "printf '\(input)' | openssl s_client -connect 127.0.0.1:\(gateway.port) \(options) 2>&1"
            )
        }

        @Test func `TLS is 1.2 or 1.3, with forward secrecy`() async throws {
            let gateway = try await Gateway(hasTLS: true)
            try await gateway.run { _ in
                for version in ["-tls1_2", "-tls1_3"] {
                    let answer = try await handshake(gateway, version)
                    #expect(answer.status == 0)
                }
                for refused in [
                    "-tls1 -cipher ALL:@SECLEVEL=0", "-tls1_1 -cipher ALL:@SECLEVEL=0",
                    "-tls1_2 -cipher ECDHE+AES+SHA1:ECDHE+AES+SHA256", "-tls1_2 -cipher kRSA",
                ] {
                    let answer = try await handshake(gateway, refused)
                    #expect(answer.status == 1, "\(refused)")
                }
                #expect(try await gateway.isWell())
            }
        }

        @Test func `nobody renegotiates`() async throws {
            let gateway = try await Gateway(hasTLS: true)
            try await gateway.run { _ in
                let answer = try await handshake(gateway, "-tls1_2", input: #"R\n"#)
                #expect(answer.output.has("RENEGOTIATING"))
                #expect(answer.status == 1)
                #expect(try await gateway.isWell())
            }
        }

        @Test func `a renewed certificate is for new connections, and a broken one for none`()
            async throws
        {
            let gateway = try await Gateway(hasTLS: true)
            func organisation() async throws -> String? {
                try await handshake(gateway, "").output.between("O = ", "\n")
            }
            try await gateway.run { running in
                #expect(try await organisation() == "first")
                try await gateway.renewCertificate(named: "second")
                #expect(try await organisation() == "first")
                try running.send(.terminalClosed)
                _ = try await running.message(with: "configuration reloaded")
                #expect(try await organisation() == "second")
                #expect(try await gateway.isWell())

                try gateway.workshop.write("certificate", "cut off")
                try running.send(.terminalClosed)
                #expect(
                    try await running.message(with: "not reloaded")
                        .hasSuffix(
                            "\(gateway.file):2: certificate: \(gateway.workshop.file("certificate")): "
                                + "is no certificate: use one in PEM, with those above it"))
                #expect(try await organisation() == "second")
            }
        }

        @Test func `a certificate that has ended is served, and said to have`() async throws {
            let gateway = try await Gateway(hasTLS: true)
            let made = try await shell(
                """
                openssl x509 -in \(gateway.workshop.file("certificate")) -days -1 \
                    -signkey \(gateway.workshop.file("key")) -out \(gateway.workshop.file("ended")) &&
                mv \(gateway.workshop.file("ended")) \(gateway.workshop.file("certificate"))
                """)
            #expect(made.status == 0, "\(made)")
            try await with(.gateway, ["--config", gateway.file]) { running in
                #expect(
                    try await running.message()
                        == "geofenced-gateway: warning: the certificate has "
                        + "ended: browsers will refuse it")
                _ = try await running.message(with: "listening")
                #expect(try await handshake(gateway, "").status == 0)
                try running.send(.terminate)
            }
        }
    }
}
