import HTTPFormat
import Workspace

/// A row of the Vars tab: a variable of the request, what it is and where that comes from.
struct VariableRow: Sendable, Hashable {
    var name: String
    /// nil where there is none yet.
    var value: String?
    var source: VariableUse.Source?
    /// Why a value is missing, or what is still to come: a clause.
    var remark: String?
    /// Whether a send would fail because of it.
    var isProblem = false

    /// What stood in the file when its change began.
    var known: String?

    /// Whether the value is shown only when it is asked for.
    var isSecret = false

    /// Whether it has a value that a user can change.
    var isEditable: Bool { !name.isEmpty && fixedReason == nil }

    /// Why a user cannot change its value here, as a sentence; nil for others.
    var fixedReason: String? {
        switch source {
        case .dynamic?: "{{\(name)}} is new at each send."
        case .processEnvironment?: "{{\(name)}} is a variable of your environment."
        case .token(let fact)?: "{{\(name)}} is a token: \(fact). The palette's Tokens forgets it."
        case .prompt?: "{{\(name)}} is asked for before the send."
        case .loop?: "{{\(name)}} comes from the loop."
        case .request(let id)?: "{{\(name)}} comes from the response to \(id)."
        case nil where ChainReference.read(name) != nil || name.hasPrefix("$"):
            remark.map { "{{\(name)}}: \($0)." } ?? "{{\(name)}} has no value yet."
        case .file?, .imported?, .environment?, .shared?, .dotEnv?, .override?, nil: nil
        }
    }
}

extension RequestPaneState {
    /// Adopts a report about the variables. The selection stays on its variable, wherever that is now.
    package mutating func take(_ report: VariableReport, of request: SavedRequest?) {
        let before = tab == .variables ? request.map { variableRows($0).map(\.name) } ?? [] : []
        variables = report
        guard let request, before.indices.contains(selection) else { return }
        let (name, now) = (before[selection], variableRows(request).map(\.name))
        if now.indices.contains(selection), now[selection] == name { return }
        selection = now.firstIndex(of: name) ?? selection
    }

    /// The selected one of the Vars tab.
    func selectedVariable(_ request: SavedRequest) -> VariableRow? {
        let rows = variableRows(request)
        return rows.indices.contains(selection) ? rows[selection] : nil
    }

    /// Why there is no row with a variable to act on.
    func noVariable(_ request: SavedRequest) -> String {
        guard case .unknown = variables, !VariableNames.all(in: request).isEmpty else {
            return "This request uses no variables."
        }
        return "The variables are still being looked up."
    }

    /// What has no value first, then what has, then what is not known.
    func variableRows(_ request: SavedRequest) -> [VariableRow] {
        func rows(_ uses: [VariableUse]) -> [VariableRow] {
            uses.map { VariableRow(name: $0.name, value: $0.value, source: $0.source, isSecret: $0.isSecret) }
        }
        switch variables {
        case .unknown: return []
        case .refused: return VariableNames.all(in: request).map { VariableRow(name: $0) }
        case .uses(let uses): return rows(uses)
        case .asks(let fields, let uses):
            return fields.map { VariableRow(name: $0.key, source: .prompt, remark: "asked before the send") }
                + rows(uses)
        case .untrusted(let needs, let uses):
            return needs.map {
                VariableRow(name: "", remark: "wants to \($0.clause), line \($0.line)", isProblem: true)
            } + rows(uses)
        case .unresolved(let unresolved, let uses):
            let missing = unresolved.map {
                VariableRow(name: $0.name, remark: "\($0.reason), line \($0.line)", isProblem: $0.token == nil)
            }
            // A part of the request that was not reached, for example after a missing body file, has no uses.
            let rest = VariableNames.all(in: request).filter { name in
                !unresolved.contains { $0.name == name } && !uses.contains { $0.name == name }
            }
            return missing + rows(uses) + rest.map { VariableRow(name: $0) }
        }
    }
}
