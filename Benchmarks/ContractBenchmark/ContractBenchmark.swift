import Contract
import Descriptions
import Glibc
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI

/// `ContractBenchmark check DESCRIPTION BODY` checks a response of the first operation, `ContractBenchmark search DESCRIPTION` searches
/// in the operations. Prints what, a tab, and the least CPU seconds of this thread.
@main
struct ContractBenchmark {
    enum Failure: Error {
        case usage
        case unreadable(String)
        case unexpected(String)
    }

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("check"?, 3): try check(api(arguments[1]), bytes(arguments[2]))
        case ("verdict"?, 3): try verdict(api(arguments[1]), bytes(arguments[2]))
        case ("search"?, 2): try search(api(arguments[1]))
        default: throw Failure.usage
        }
    }

    private static func check(_ api: DescribedAPI, _ body: [UInt8]) throws {
        let (entry, place) = try described(api)
        let tree = try JSONTree.parse(body)
        print("index", try best { _ = try JSONTree.parse(body) }, separator: "\t")
        let other = try DescribedAPI(Description(api.description.documents))
        print("schema compiled", best(1) { _ = other.schema(at: place, .response) }, separator: "\t")
        let schema = api.schema(at: place, .response)
        print("verdict", try best { try expect(schema.verdict(on: tree) == .valid, "valid") }, separator: "\t")
        print(
            "verdict and warnings", try best { try expect(schema.report(on: tree).warnings.isEmpty, "no warnings") },
            separator: "\t")
        print(
            "contract check",
            try best {
                let report = ContractCheck(api).check(
                    entry, status: 200, headers: ["Content-Type": "application/json"], body: .whole(body), method: "GET"
                )
                try expect(report.verdict == .kept, "kept")
            }, separator: "\t")
        // One value in the middle is wrong: reasons are looked for, too.
        var broken = body
        let needle = Array(#""state": "closed""#.utf8)
        if let found = (broken.count / 2..<broken.count - needle.count).first(where: {
            broken[$0..<$0 + needle.count].elementsEqual(needle)
        }) {
            broken[found + needle.count - 2] = UInt8(ascii: "r")
        }
        print(
            "contract check, one value broken",
            try best {
                let report = ContractCheck(api).check(
                    entry, status: 200, headers: ["Content-Type": "application/json"], body: .whole(broken),
                    method: "GET")
                try expect(report.broken.count == 1, "one breach")
            }, separator: "\t")
    }

    /// For profilers: nothing but verdicts.
    private static func verdict(_ api: DescribedAPI, _ body: [UInt8]) throws {
        let schema = api.schema(at: try described(api).schema, .response)
        let tree = try JSONTree.parse(body)
        for _ in 0..<5 { try expect(schema.verdict(on: tree) == .valid, "valid") }
    }

    private static func described(_ api: DescribedAPI) throws -> (entry: OperationEntry, schema: DocumentPlace) {
        guard let entry = api.operations.first,
            let schema = api.operation(entry).responses.first?.content.first?.schema
        else { throw Failure.unexpected("an operation with a schema") }
        return (entry, schema)
    }

    private static func search(_ api: DescribedAPI) throws {
        print("made", best(1) { _ = OperationSearch(api, api.operations) }, separator: "\t")
        let search = OperationSearch(api, api.operations)
        for query in ["t", "thing", "group7 limit", "xtrc operation number"] {
            print("'\(query)'", best { _ = search.matches(query) }, separator: "\t")
        }
    }

    // MARK: -

    private static func best(_ rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<rounds {
            let begin = processorSeconds()
            try body()
            least = min(least, processorSeconds() - begin)
        }
        return least
    }

    /// Of this thread, which other load on the machine does not change.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func expect(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw Failure.unexpected(what) }
    }

    private static func api(_ path: String) throws -> DescribedAPI { DescribedAPI(try Description.read(bytes(path))) }

    private static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Failure.unreadable(path) }
        defer { fclose(file) }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { all += buffer[..<count] }
        return all
    }
}
