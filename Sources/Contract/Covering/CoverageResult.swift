import Base
import OpenAPI

/// What of a description was exercised. The same exchanges give the same result, in whatever order they came.
package struct CoverageResult: Sendable {
    package struct Share: Sendable, Hashable {
        package var used = 0
        package var total = 0

        package init(_ items: [OperationCoverage.Item]) {
            used = items.count { $0.count > 0 }
            total = items.count
        }

        init() {}

        static func + (a: Share, b: Share) -> Share {
            var sum = a
            sum.used += b.used
            sum.total += b.total
            return sum
        }

        /// `2/5`
        package var text: String { total == 0 ? "-" : "\(used)/\(total)" }
        var json: JSONOutput { .object([("used", .number(used)), ("total", .number(total))]) }
    }

    /// All exchanges that were looked at.
    package let exchanges: Int
    /// In the order of the description.
    package let operations: [OperationCoverage]
    /// By path and method.
    package let unmatched: [UnmatchedRequest]
    /// Requests that match no operation and are not in `unmatched`, which is full.
    package let moreUnmatched: Int

    package var operationShare: Share {
        var share = Share()
        share.used = operations.count { $0.count > 0 }
        share.total = operations.count
        return share
    }
    package var parameters: Share { sum(\.parameters) }
    package var statuses: Share { sum(\.statuses) }
    package var requestMediaTypes: Share { sum(\.requestMediaTypes) }
    package var responseMediaTypes: Share { sum(\.responseMediaTypes) }
    package var undocumentedStatuses: Int { operations.reduce(0) { $0 + $1.undocumentedStatuses.count } }
    package var unmatchedRequests: Int { moreUnmatched + unmatched.reduce(0) { $0 + $1.count } }

    private func sum(_ items: (OperationCoverage) -> [OperationCoverage.Item]) -> Share {
        operations.reduce(Share()) { $0 + Share(items($1)) }
    }

    // MARK: Text

    /// A table, a line for each operation, then what is not documented.
    /// - Parameter showsMissing: adds to each operation that was sent what of it was not exercised.
    package func lines(showsMissing: Bool = false) -> [String] {
        var rows: [[String]] = [["Operation", "Sent", "Parameters", "Statuses", "Request types", "Response types"]]
        for operation in operations {
            rows.append([
                Self.safe("\(operation.entry.method) \(operation.entry.path)"), String(operation.count),
                Share(operation.parameters).text, Share(operation.statuses).text,
                Share(operation.requestMediaTypes).text, Share(operation.responseMediaTypes).text,
            ])
        }
        rows.append([
            "Total \(operationShare.text)", String(exchanges - unmatchedRequests), parameters.text, statuses.text,
            requestMediaTypes.text, responseMediaTypes.text,
        ])
        let table = Self.aligned(rows)
        var lines: [String] = []
        for (index, line) in table.enumerated() {
            lines.append(line)
            guard showsMissing, index > 0, index <= operations.count else { continue }
            let operation = operations[index - 1]
            let missing = operation.missing.map(Self.safe)
            if operation.count > 0, !missing.isEmpty { lines.append("  never: " + listed(missing, most: 50)) }
        }
        lines += undocumented()
        return lines
    }

    private func undocumented() -> [String] {
        var lines: [String] = []
        for operation in operations {
            let name = Self.safe("\(operation.entry.method) \(operation.entry.path)")
            for item in operation.undocumentedStatuses {
                lines.append(
                    "\(name): the status \(item.name) is not documented (\(Formatting.count(item.count, "time"))).")
            }
            for item in operation.undocumentedMediaTypes {
                let type = Self.safe(item.name)
                lines.append("\(name): '\(type)' is not documented (\(Formatting.count(item.count, "time"))).")
            }
        }
        for request in unmatched {
            let name = Self.safe("\(request.method) \(request.path)")
            lines.append("\(name): \(Self.safe(request.reason)) (\(Formatting.count(request.count, "time"))).")
        }
        if moreUnmatched > 0 {
            lines.append("\(Formatting.count(moreUnmatched, "more request")) that the description does not have.")
        }
        return lines
    }

    private static func safe(_ text: String) -> String { SafeText(text).string }

    /// The first column to the left, the others to the right.
    private static func aligned(_ rows: [[String]]) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                let width = DisplayWidth.of(safe: cell)
                if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
            }
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - DisplayWidth.of(safe: cell))
                return column == 0 ? cell + space : space + cell
            }.joined(separator: "  ")
        }
    }

    // MARK: JSON

    package var json: JSONOutput {
        func items(_ items: [OperationCoverage.Item]) -> JSONOutput {
            .array(items.map { .object([("name", .string($0.name)), ("count", .number($0.count))]) })
        }
        let totals: [(String, JSONOutput)] = [
            ("exchanges", .number(exchanges)), ("operations", operationShare.json), ("parameters", parameters.json),
            ("statuses", statuses.json), ("requestMediaTypes", requestMediaTypes.json),
            ("responseMediaTypes", responseMediaTypes.json), ("undocumentedStatuses", .number(undocumentedStatuses)),
            ("unmatchedRequests", .number(unmatchedRequests)),
        ]
        let all: [JSONOutput] = operations.map { operation in
            .object([
                ("method", .string(operation.entry.method)), ("path", .string(operation.entry.path)),
                ("operationId", .optional(operation.entry.operationID)), ("count", .number(operation.count)),
                ("parameters", items(operation.parameters)), ("statuses", items(operation.statuses)),
                ("requestMediaTypes", items(operation.requestMediaTypes)),
                ("responseMediaTypes", items(operation.responseMediaTypes)),
                ("undocumentedStatuses", items(operation.undocumentedStatuses)),
                ("undocumentedMediaTypes", items(operation.undocumentedMediaTypes)),
            ])
        }
        let others: [JSONOutput] = unmatched.map { request in
            .object([
                ("method", .string(request.method)), ("path", .string(request.path)),
                ("reason", .string(request.reason)), ("count", .number(request.count)),
            ])
        }
        return .object([("totals", .object(totals)), ("operations", .array(all)), ("unmatched", .array(others))])
    }
}
