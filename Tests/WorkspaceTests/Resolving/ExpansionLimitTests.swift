import NetEngine
import Testing

@testable import HTTPFormat
@testable import Workspace

/// The limits for text that the replacement of variables produces.
struct ExpansionLimitTests {
    /// `v0` has ten bytes, each further variable twice as many as the one before.
    private static func doubling(_ levels: Int) -> String {
        "@v0 = xxxxxxxxxx\n" + (0..<levels).map { "@v\($0 + 1) = {{v\($0)}}{{v\($0)}}\n" }.joined()
            + "GET http://a.test/{{v\(levels)}}\n"
    }

    private func resolution(
        _ text: String, environments: EnvironmentSet = EnvironmentSet(), overrides: [String: String] = [:],
        limit: ExpansionLimit = .standard
    ) throws -> VariableResolution {
        let document = HTTPDocument(bytes: Array(text.utf8))
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
        return VariableResolution(
            try #require(document.requests.first), in: file,
            context: RequestResolver.Context(root: "/c", environments: environments, overrides: overrides),
            dynamic: .live, limit: limit)
    }

    private static func reports(_ resolution: VariableResolution) -> [String] {
        resolution.unresolved.map { "\($0.name):\($0.line) \($0.isOverLimit) \($0.reason)" }
    }

    @Test func `a value that doubles is refused where it grows too large, whatever comes after it`() throws {
        let small = ExpansionLimit(valueBytes: 1000, totalBytes: 100_000)
        var steps: [Int] = []
        for levels in [8, 26, 90] {
            var resolution = try resolution(Self.doubling(levels), limit: small)
            steps.append(WorkMeter.steps { _ = resolution.expand("{{v\(levels)}}", line: levels + 2) })
            #expect(
                Self.reports(resolution) == [
                    "v7:8 true its value is longer than 1000 bytes once its variables are replaced"
                ])
            #expect(resolution.expandedBytes < 4 * small.valueBytes)
        }
        // Further levels cost one lookup each, and no bytes.
        let most = steps.max() ?? 0
        #expect(!WorkMeter.isCounting || most < (steps.first ?? 0) + 100 * 90)
    }

    @Test func `27 doubling lines come to less than four times the longest value`() throws {
        var resolution = try resolution(Self.doubling(26))
        _ = resolution.expand("{{v26}}", line: 28)
        #expect(resolution.expandedBytes < 4 * ExpansionLimit.standard.valueBytes)
        #expect(Self.reports(resolution).map { $0.prefix(8) } == ["v21:22 t"])
    }

    @Test(arguments: [(10, true), (11, false)])
    func `a value may be as long as the limit says`(count: Int, fits: Bool) throws {
        let text = "@a = \(String(repeating: "x", count: count - 1))\n@b = {{a}}y\nGET http://a.test/\n"
        var resolution = try resolution(text, limit: ExpansionLimit(valueBytes: 10, totalBytes: 1000))
        _ = resolution.expand("{{b}}", line: 3)
        #expect(resolution.isComplete == fits)
    }

    @Test(arguments: [(10, true), (11, false)])
    func `all values of a request together may be as long as the limit says`(count: Int, fits: Bool) throws {
        let text = "@a = x\nGET http://a.test/\n"
        var resolution = try resolution(text, limit: ExpansionLimit(valueBytes: 10, totalBytes: 10))
        _ = resolution.expand(String(repeating: "{{a}}", count: count), line: 2)
        #expect(resolution.isComplete == fits)
        #expect(resolution.expandedBytes == 10)
    }

    @Test func `percent-encoding counts with what it makes`() throws {
        var resolution = try resolution(
            "@a = ####\nGET http://a.test/\n", limit: ExpansionLimit(valueBytes: 100, totalBytes: 23))
        #expect(resolution.expand("{{%a}}", line: 2) == "%23%23%23%23")
        #expect(resolution.expandedBytes == 12)
        #expect(resolution.expand("{{%a}}", line: 2) == "")
        #expect(resolution.unresolved.map(\.isOverLimit) == [true])
    }

    @Test func `what is written directly counts too`() throws {
        var resolution = try resolution(
            "GET http://a.test/\n", limit: ExpansionLimit(valueBytes: 100, totalBytes: 1000))
        _ = resolution.expand(String(repeating: "{{$random.alphabetic(300)}}", count: 50), line: 1)
        #expect(resolution.expandedBytes == 900)
        #expect(resolution.unresolved.map(\.name) == ["$random.alphabetic(300)"])
        #expect(resolution.uses.count <= 4)
    }

    @Test func `a variable of an environment is reported with the line that uses it`() throws {
        var environments = EnvironmentSet()
        environments.variables[EnvironmentSet.shared] = [
            "a": .init(value: "{{b}}{{b}}", reason: nil, file: "/c/e.json", isPrivate: false),
            "b": .init(value: "0123456789", reason: nil, file: "/c/e.json", isPrivate: false),
        ]
        var resolution = try resolution(
            "\n\nGET http://a.test/\n", environments: environments,
            limit: ExpansionLimit(valueBytes: 19, totalBytes: 1000))
        _ = resolution.expand("{{a}}", line: 3)
        #expect(
            Self.reports(resolution) == ["a:3 true its value is longer than 19 bytes once its variables are replaced"])
    }

    @Test func `a failed trial leaves nothing, and the name is reported when it is used`() throws {
        var resolution = try resolution("@x = {{gone}}\n@y = 1\nGET http://a.test/\n")
        #expect(resolution.valueIfAny("x", line: 3) == nil)
        #expect(resolution.unresolved.isEmpty && resolution.isComplete && resolution.uses.isEmpty)
        #expect(resolution.valueIfAny("y", line: 3) == "1")
        #expect(resolution.uses.map(\.name) == ["y"])
        _ = resolution.expand("{{x}}", line: 3)
        #expect(resolution.unresolved.map(\.name) == ["gone"])
        // A trial that reaches the limit must not hide the reason from the use after it.
        var limited = try self.resolution(
            "@a = 12345\n@b = {{a}}{{a}}\nGET http://a.test/\n", limit: ExpansionLimit(valueBytes: 9, totalBytes: 100))
        #expect(limited.valueIfAny("b", line: 3) == nil)
        _ = limited.expand("{{b}}", line: 3)
        #expect(limited.unresolved.map(\.isOverLimit) == [true])
    }

    @Test func `prompts that share values are each secret only for their own`() throws {
        var environments = EnvironmentSet()
        environments.variables[EnvironmentSet.shared] = [
            "open": .init(value: "o", reason: nil, file: "/c/e.json", isPrivate: false),
            "hidden": .init(value: "h", reason: nil, file: "/c/p.json", isPrivate: true),
        ]
        let text = "# @prompt open\n# @prompt hidden\n# @prompt none\nGET http://a.test/\n"
        let document = HTTPDocument(bytes: Array(text.utf8))
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
        let request = try #require(document.requests.first)
        let context = RequestResolver.Context(root: "/c", environments: environments)
        guard case .asks(let fields, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("nothing is asked")
            return
        }
        #expect(fields.map(\.isSecret) == [false, true, false])
        #expect(fields.map(\.initial) == ["o", "h", nil])
        var answered = context
        answered.answers = ["open": "1", "hidden": "2", "none": "3"]
        var resolution = VariableResolution(request, in: file, context: answered, dynamic: .live)
        #expect(resolution.expand("{{open}}{{hidden}}{{none}}", line: 4) == "123")
        #expect(resolution.uses.map(\.isSecret) == [false, true, false])
    }

    @Test func `a long cycle is shown by its first and last names`() throws {
        let text = (0..<50).map { "@n\($0) = {{n\(($0 + 1) % 50)}}\n" }.joined() + "GET http://a.test/\n"
        var resolution = try resolution(text)
        _ = resolution.expand("{{n0}}", line: 51)
        #expect(
            resolution.unresolved.map(\.reason) == ["cycle: n0 -> n1 -> n2 -> n3 -> n4 -> n5 -> n6 -> … -> n49 -> n0"])
    }
}
