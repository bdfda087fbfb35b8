import Foundation
import NetEngine
import TestSupport
import Testing

@testable import RequestLog

/// The filters that the tour and the page of filters show are filters.
@Suite struct FilterPageTests {
    private static func read(_ path: String) throws -> String {
        try String(contentsOfFile: "\(BuiltProgram.packageRoot)/\(path)", encoding: .utf8)
    }

    private func words(_ text: String) throws -> String {
        try LogFilter(parsing: text, now: .now, zone: 0, saved: [:]).words
    }

    @Test func `the filters of the tour are understood`() throws {
        let text = try Self.read("Collections/Demo/00-tour/tour.http")
        let list = try #require(text.firstMatch(of: /\/ filters \(([^)]*)\)/))
        #expect(
            try list.1.split(separator: ", ").map { try words(String($0)) } == ["status 500 to 599", "time above 1s"])
    }

    @Test func `the examples of the page are understood`() throws {
        let text = try Self.read("docs/log-filters.md")
        let block = try #require(text.firstMatch(of: /```\n(.*?)```/.dotMatchesNewlines()))
        let filters = block.1.split(separator: "\n").compactMap {
            $0.firstMatch(of: /^(.*?)(?:  |$)/).map { String($0.1) }
        }
        #expect(filters.count > 5)
        for filter in filters { #expect(try !words(filter).isEmpty, "\(filter)") }
    }
}
