import HTTPFormat
import Testing

@testable import Workspace

/// How commands print steps without `--reveal`.
@Suite struct PrintedStepTests {
    @Test(arguments: [
        ("GET http://u:hidden@h/a", "GET http://[redacted]@h/a"),
        ("get http://u:hidden@h/", "GET http://[redacted]@h/"),
        ("M-SEARCH http://h/?token=hidden", "M-SEARCH http://h/?token=[redacted]"), ("GET /a", "GET /a"),
        ("get {{base}}/x", "GET {{base}}/x"),
    ])
    func `a step without a name shows no login, whatever its method`(_ id: String, _ shown: String) throws {
        let file = ChainingFixtures.file("\(id)\n")
        let request = try #require(file.document.requests.first)
        #expect(SendPlan.Step(file: file, request: request, reason: .asked).printed.request.id == shown)
        let needed = SendPlan.Step(
            file: file, request: request, reason: .dependency(of: request.id, line: 3, isForced: false)
        ).printed
        #expect(needed.reason.text.contains(shown) && !needed.reason.text.contains("hidden"))
    }
}
