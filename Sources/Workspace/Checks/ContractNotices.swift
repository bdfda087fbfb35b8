import Base
import Contract
import HTTPFormat
import NetEngine
import OpenAPI

extension RequestResolver {
    /// What a request breaks of the description that it belongs to, as notices at its lines. Nothing is sent; the send is never
    /// refused for them.
    ///
    /// - Parameter draft: the request with its values. The texts repeat none of them.
    package func contractNotices(
        of request: SavedRequest, _ draft: RequestDraft, in file: CollectionFile, context: Context
    ) -> [Notice] {
        guard let subject = contract(of: request, in: file, context: context)?.contract,
            let url = try? HTTPURL.parse(draft.url),
            case .success(let target)? = subject.target(method: draft.method.isEmpty ? "GET" : draft.method, url)
        else { return [] }
        let report = subject.check(target, url: url, headers: draft.headers, body: draft.body, isWritten: true) {
            FreeMemory.allows(4 * $0)
        }
        return (report.warnings + report.findings).filter { $0.verdict == .broken || $0.verdict == .warning }
            .prefix(ContractSubject.mostNotices).map { finding in
                Notice(
                    id: "", severity: finding.verdict == .broken ? .warning : .info,
                    line: Self.line(of: finding, in: request),
                    text: ContractSubject.clause(finding))
            }
    }

    /// The line that says what a finding is about; that of the request for what is missing.
    private static func line(of finding: ContractFinding, in request: SavedRequest) -> Int {
        let name = finding.name ?? ""
        switch (finding.kind, finding.location) {
        case (.parameter, .query?), (.parameterValue, .query?):
            let parameter = request.parameters.first {
                $0.isEnabled && ($0.name == name || $0.name.hasPrefix(name + "["))
            }
            return parameter?.line ?? request.line
        case (.parameter, .header?), (.parameterValue, .header?): return line(ofHeader: name, in: request)
        case (.parameter, .cookie?), (.parameterValue, .cookie?): return line(ofHeader: "Cookie", in: request)
        case (.mediaType, _): return line(ofHeader: "Content-Type", in: request)
        case (.body, _):
            guard let first = request.body.lines.first, let last = request.body.lines.last else { return request.line }
            return min(last, first + (finding.place?.line ?? 1) - 1)
        default: return request.line
        }
    }

    private static func line(ofHeader name: String, in request: SavedRequest) -> Int {
        let header = request.headers.first { $0.isEnabled && $0.name.lowercased() == name.lowercased() }
        return header?.line ?? request.line
    }
}
