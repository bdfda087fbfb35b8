import Testing

@testable import Workspace

/// Private values with several lines, or with the same text under two names.
@Suite struct PrivateLinesTests {
    private static func secret(_ name: String, _ value: String) -> VariableUse {
        VariableUse(name: name, value: value, source: .dotEnv(file: "/c/.env"), isSecret: true)
    }

    private static let key = """
        -----BEGIN KEY-----
        MIIEvQIBADANBgkq
        c2hvcnQ
        hkiG9w0BAQEFAASC
        -----END KEY-----
        """

    @Test func `each line of a private key is hidden where it is shown alone`() {
        let privates = PrivateValues([Self.secret("key", Self.key)])
        #expect(privates.masked(Self.key) == "(private)")
        #expect(
            privates.masked("line 2: MIIEvQIBADANBgkq, line 4: hkiG9w0BAQEFAASC")
                == "line 2: (private), line 4: (private)")
    }

    @Test(arguments: [(7, false), (8, true)])
    func `a line of a private value is hidden by itself from eight characters on`(length: Int, isHidden: Bool) {
        let line = String("abcdefgh".prefix(length))
        let privates = PrivateValues([Self.secret("key", "first line of it\n\(line)")])
        #expect(privates.masked("= \(line).") == (isHidden ? "= (private)." : "= \(line)."))
    }

    @Test func `a text that the user asked to see is shown, whichever variable it came from`() {
        let privates = PrivateValues([Self.secret("token", "s3cr3t"), Self.secret("same", "s3cr3t")])
        #expect(privates.masked("s3cr3t") == "(private)")
        #expect(privates.hidden(except: ["token"]).masked("s3cr3t") == "s3cr3t")
    }
}
