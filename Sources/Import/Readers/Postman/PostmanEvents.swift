/// The scripts of a collection, a folder or a request: what they check and keep, and what is left of them.
struct PostmanEvents {
    private(set) var scripts: [ImportedScript] = []
    private(set) var checks: [ImportedCheck] = []
    private(set) var captures: [ImportedCapture] = []
    /// Where scripts are that are switched off.
    private(set) var disabled: [ImportPlace] = []

    /// - Parameter value: `event` of version 2, or `events` of version 1.
    init(_ value: ImportValue?) {
        for event in value?.elements ?? [] {
            if event.bool("disabled") == true {
                disabled.append(event.place)
                continue
            }
            guard let script = event["script"] else { continue }
            let code = script["exec"] ?? script
            let text = code.string ?? code.elements.compactMap(\.string).joined(separator: "\n")
            add(text, event.string("listen") == "prerequest" ? .beforeRequest : .afterResponse, at: event.place)
        }
    }

    mutating func add(_ text: String, _ event: ImportedScript.Event, at place: ImportPlace) {
        guard !text.allSatisfy(\.isWhitespace) else { return }
        let reading = PostmanScript(text)
        if reading.isEmpty { return }
        guard event == .afterResponse else {
            scripts.append(ImportedScript(event, text, place: place))
            return
        }
        checks += reading.checks.map { ImportedCheck($0, place: place) }
        captures += reading.captures.map {
            ImportedCapture(variable: $0.variable, expression: $0.expression, place: place)
        }
        if reading.isWhole { return }
        var script = ImportedScript(event, text, place: place)
        script.isPartlyRead = !reading.checks.isEmpty || !reading.captures.isEmpty
        scripts.append(script)
    }
}
