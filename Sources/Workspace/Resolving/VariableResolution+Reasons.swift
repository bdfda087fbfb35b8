import Base
import HTTPFormat

// Why a name has no value, with advice for the user.

extension VariableResolution {
    /// The reason if nothing is known that is like the name.
    static let unknownName = "no variable of that name"

    /// The reason if a response should provide the value: through the script of a request that was not sent, or whose
    /// response has nothing where the script looks.
    func captured(_ name: String, _ origin: Place) -> (reason: String, unsent: UnsentRequest?)? {
        guard
            let place = scope.setter(
                of: name, line: origin.line, besides: { $0.file == 0 && $0.request == self.request.index })
                ?? scope.requests(capturing: name).first
        else {
            return context.setElsewhere[name].map {
                ("it is set by the response of \($0.id) in \($0.file), which has not been sent", $0)
            }
        }
        let request = scope.request(place)
        let capture = scope.capture(name, of: place)
        let line = capture?.line ?? request.line
        let file = scope.files[place.file].path
        if context.memory[.init(file: file, environment: context.environmentName, id: request.id)] != nil {
            guard let expression = capture?.expression else {
                return ("the script of \(request.id) did not set it (line \(line))", nil)
            }
            let source = "response.\(expression)"
            return ("the response of \(request.id) should set it (line \(line)), but has nothing at \(source)", nil)
        }
        return (
            "it is set by the response of \(request.id) (line \(line)), which has not been sent",
            UnsentRequest(file: file, id: request.id)
        )
    }

    mutating func reasonForUnknown(_ name: String) -> String {
        if name.hasPrefix("response.") {
            return "in httpYac it is the last response; name the request (# @name x) and write {{x.\(name)}}"
        }
        if let line = scope.scriptLine(assigning: name) {
            return "it is set by the script at line \(line), which is not run (apitui lint says why)"
        }
        if name.contains(where: { "()+*\"'?=<> ".contains($0) }) { return "JavaScript is not evaluated (N8)" }
        if name.hasPrefix("request.") {
            return "it does not say which request; name it, as in login.\(name)"
        }
        if let reason = otherEnvironments(name) { return reason }
        // A broken import is usually the reason.
        if let problem = scope.problems.first {
            return Self.unknownName + "; " + clause(of: problem)
        }
        return Self.unknownName + suggestion(for: name, among: \.knownNames)
    }

    /// Why an import is not read, with its place, and with the flag that would help if it needs trust.
    private func clause(of problem: RequestScope.Problem) -> String {
        let untrusted =
            context.namesFlags ? "; send and run read it with --trust" : "; the folder is not trusted"
        return "\(problem.file):\(problem.line): \(problem.reason)\(problem.need == nil ? "" : untrusted)"
    }

    /// The reason if only environments that are not chosen define the name.
    private mutating func otherEnvironments(_ name: String) -> String? {
        guard reasons.spend(8 * context.environments.names.count) else { return nil }
        countWork(context.environments.names.count)
        let environments = context.environments.names.filter { context.environments.variables[$0]?[name] != nil }
        guard !environments.isEmpty, !environments.contains(context.environmentName ?? "") else { return nil }
        let list = NameList.text(environments)
        let advice =
            context.namesFlags ? "; --env \(environments[0]) chooses \(environments.count == 1 ? "it" : "one")" : ""
        return
            (environments.count == 1
            ? "only the environment \(list) defines it" : "only the environments \(list) define it") + advice
    }

    mutating func unknownRequest(_ name: String) -> String {
        if let problem = scope.problems.first {
            return "there is no request \(name) in this file; " + clause(of: problem)
        }
        return "there is no request \(name) in this file" + suggestion(for: name, among: \.scope.requestNames)
    }

    mutating func suggestion(for name: String, among names: KeyPath<VariableResolution, [String]>) -> String {
        // The names are not even collected once the budget for comparing them is used up.
        guard reasons.spend(1) else { return "" }
        return suggestion(for: name, among: self[keyPath: names])
    }

    mutating func suggestion(for name: String, among names: [String]) -> String {
        NameSuggestion.nearest(to: name, among: names, reasons).map { "; did you mean \($0)?" } ?? ""
    }

    var knownNames: [String] {
        scope.definedNames + context.environments.knownNames(in: context.environmentName)
            + Array(context.overrides.keys) + request.prompts.map(\.variable)
            + context.memory.captureNames(environment: context.environmentName)
    }
}
