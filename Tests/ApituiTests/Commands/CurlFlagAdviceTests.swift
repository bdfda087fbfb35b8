import Testing

@testable import apitui

@Suite struct CurlFlagAdviceTests {
    private func advice(_ message: String, _ words: String...) -> String? {
        CurlFlagAdvice.advice(for: message, words: words)
    }

    @Test(arguments: ["-c", "--cookie-jar", "-w", "-wx", "-O", "-e", "-T", "--fail-with-body"])
    func `a flag of curl that send does not have is answered with what to write`(_ flag: String) {
        #expect(advice("Unknown option '\(flag)'", "send", flag, "http://h/")?.hasSuffix(".") == true)
    }

    @Test func `data after --json is answered with the way to send it`() {
        let said = advice("Unexpected argument '{}'", "send", "http://h/", "--json", "{}")
        #expect(said?.contains("-d '{…}' -H 'Content-Type: application/json'") == true)
        #expect(advice("Unexpected argument '{}'", "send", "http://h/", "{}") == nil)
    }

    @Test func `other mistakes and other commands get no advice of curl`() {
        #expect(advice("Unknown option '-w'", "run", "-w") == nil)
        #expect(advice("Unknown option '--nope'", "send", "--nope") == nil)
        #expect(advice("Missing value for '-X'", "send", "-X") == nil)
        #expect(advice("Unknown option", "send") == nil)
    }
}
