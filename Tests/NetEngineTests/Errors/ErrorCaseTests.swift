import Foundation
import NetEngine
import TestSupport
import Testing

/// Each error category, provoked for real in every known way.
@Suite(.timeLimit(.minutes(5))) struct ErrorCaseTests {
    static let all: [ErrorCase] =
        ErrorCase.connecting + ErrorCase.hanging + ErrorCase.securing + ErrorCase.malformed + ErrorCase.tooLarge
        + ErrorCase.refusing + ErrorCase.building + ErrorCase.decoding + ErrorCase.ending
        + ErrorCase.http2Streams + ErrorCase.http2Frames

    @Test(arguments: all)
    func `each failure has its category, its phase and its words`(_ test: ErrorCase) async throws {
        let (exchange, host) = try await test.provoke()
        let error = try #require(exchange.error)
        #expect(error.category == test.category, "\(error)")
        #expect(error.phase == test.phase)
        let sentence = test.sentence.replacing("HOST", with: host)
        // A sentence without a full stop is only the beginning; the rest is a library's own text.
        if sentence.hasSuffix(".") {
            #expect(error.sentence == sentence)
        } else {
            #expect(error.sentence.hasPrefix(sentence))
        }
        #expect(error.sentence.hasSuffix("."))
        #expect(error.hint.hasSuffix("."))
        #expect(error.hint.count > 10)
        let beneath = error.underlying.map { "\($0.domain.rawValue) \($0.code)" }
        let expected = test.underlying?.components(separatedBy: " or ")
        #expect(
            expected.map { $0.contains(beneath ?? "") } ?? (beneath == nil),
            "\(beneath ?? "nothing beneath") in \(test.name)")
        #expect(error.underlying?.text.isEmpty != true)
        #expect(error.isRetryable == test.isRetryable)
        if let status = test.status { #expect(exchange.response?.status == status) }
        if let body = test.body { #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == body) }
        // A complete body that cannot be decoded still counts as complete.
        if test.phase != nil, !error.sentence.contains("be decoded") {
            #expect(exchange.response?.isComplete != true)
        }
    }

    @Test(arguments: ErrorCategory.allCases)
    func `every category has a case that provokes it`(_ category: ErrorCategory) {
        #expect(Self.all.contains { $0.category == category })
    }

    @Test func `a timeout is provoked in each phase`() {
        let phases = Set(Self.all.filter { $0.category == .timeout }.map(\.phase))
        #expect(phases == [.dns, .connect, .tls, .send, .wait, .receive])
    }

    @Test func `the names of the cases are their own`() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }
}
