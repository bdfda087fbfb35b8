import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

extension StoredResend {
    /// - Parameter given: values of secrets by name, before those of the collection.
    /// - Throws: one sentence that names what is missing.
    func draft(given: [String: String]) throws(CommandFailure) -> RequestDraft {
        do throws(Refusal) {
            return try draft { variables(given) }
        } catch {
            throw CommandFailure(SafeText("\(error.sentence) \(advice(error))".trimmingWhitespace()))
        }
    }

    private func advice(_ refusal: Refusal) -> String {
        switch refusal.reason {
        case .unknown(let names, _): "Give it with --var \(names.first ?? "NAME")=…"
        case .masked, .withinBase64, .cutBody:
            row.file.map { "'apitui send \($0)#\(row.name ?? "")' sends the request as it is now." } ?? ""
        }
    }

    /// The variables that the request uses now, by name, and what its log hides; values that were given go before them.
    private func variables(_ given: [String: String]) -> Variables {
        guard let path = row.file, let loaded = try? LoadedCollections(paths: [path]),
            let file = loaded.folders.flatMap(\.files).first(where: { $0.path == path }),
            let request = file.document.requests.first(where: { $0.id == row.name })
        else { return Variables(values: given) }
        let context = loaded.context(for: file, environment: row.environment, overrides: given)
        let current = RequestResolver().variables(of: request, in: file, context: context)
        return Variables(values: current.values.merging(given) { _, given in given }, log: current.log)
    }
}
