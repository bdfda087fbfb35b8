import Base
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

    /// The request, if it asks to be confirmed as its file has it now; empty if it does not, or if no file has it any more.
    var toConfirm: [SendPlan.Step] {
        guard let file = row.file, let name = row.name else { return [] }
        return RequestResolver().toConfirm(ofLogged: name, in: file)
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
        guard let file = row.file, let name = row.name,
            let current = RequestResolver().variables(
                ofLogged: name, in: file, environment: row.environment, overrides: given, trust: TrustStore.live())
        else { return Variables(values: given) }
        return Variables(values: current.values.merging(given) { _, given in given }, log: current.log)
    }
}
