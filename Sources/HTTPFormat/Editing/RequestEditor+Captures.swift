/// Writes what a response script takes from the response as variable lines that need no script (HTTP-FORMAT §13).
extension RequestEditor {
    /// Adds `@x = {{name.response.body.$.token}}` above the request line for each variable that the file does not
    /// define yet. The script stays for the tools that run it.
    package mutating func writeCaptures() throws(Refusal) {
        let captures = request.captures.filter { $0.expression != nil }
        guard !captures.isEmpty else {
            throw Refusal(sentence: "No script of this request sets anything that could be taken from its response.")
        }
        guard let name = request.name, Self.isName(name) else {
            throw Refusal(sentence: "Give the request a name first, so that the variables can refer to it: # @name x")
        }
        var known = Set(document.definitions.map(\.name))
        let fresh = captures.filter { known.insert($0.variable).inserted }
        guard !fresh.isEmpty else { throw Refusal(sentence: "This file already defines these variables.") }
        let lines = fresh.map { Array("@\($0.variable) = {{\(name).response.\($0.expression ?? "body")}}".utf8) }
        // A comment above the new lines may no longer be directly above the request.
        free.insert(.documentation)
        edits.insert(lines, after: request.line - 2)
    }
}
