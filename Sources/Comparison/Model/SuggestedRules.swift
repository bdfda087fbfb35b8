extension RunComparison {
    /// A file of rules in any case: without a suggestion it holds a comment.
    package var rulesText: String {
        suggestedRules ?? "# Rules for 'apitui compare': nothing was found that changes from response to response.\n"
    }

    /// The text of a file of rules for what was ignored: for the user to read and to commit. nil if there is nothing to suggest.
    package var suggestedRules: String? {
        var text = "# Rules for 'apitui compare': values that change from response to response.\n"
        var hasRules = false
        let headers = volatileHeaders.filter { $0.ground.isFound }
        for header in headers where !header.name.contains(where: \.isNewline) {
            hasRules = true
            text += "# @compare-ignore-header \(header.name)\n"
        }
        for request in requests {
            // A line break in a name would end the comment.
            let lines = request.body.ignored.filter { $0.ground.isFound && $0.path.hasPrefix("$") }
                .map(\.path).filter { !$0.contains(where: \.isNewline) }
            guard !lines.isEmpty, !request.name.contains(where: \.isNewline) else { continue }
            hasRules = true
            text += "\n### \(request.name)\n"
            var known: Set<String> = []
            for line in lines where known.insert(line).inserted { text += "# @compare-ignore \(line)\n" }
        }
        return hasRules ? text : nil
    }
}

extension IgnoredValue.Ground {
    /// Whether it was found, and not declared or known before.
    fileprivate var isFound: Bool {
        switch self {
        case .repeats, .guessed: true
        case .rule, .known, .followsBody: false
        }
    }
}
