/// What a response script takes from the answer, written as variable lines that need no script (HTTP-FORMAT §13).
extension RequestEditor {
    /// `@x = {{name.response.body.$.token}}` above the request line, for each variable that no line of the file defines yet.
    /// The script stays for the tools that run it.
    package mutating func writeCaptures() throws(Refusal) {
        guard !request.captures.isEmpty else {
            throw Refusal(sentence: "No script of this request sets anything that could be taken from its answer.")
        }
        guard let name = request.name, Self.isName(name) else {
            throw Refusal(sentence: "Give the request a name first, for the variables to refer to: # @name x")
        }
        var known = Set(document.definitions.map(\.name))
        let fresh = request.captures.filter { known.insert($0.variable).inserted }
        guard !fresh.isEmpty else { throw Refusal(sentence: "Lines of this file define these variables already.") }
        let lines = fresh.map { Array("@\($0.variable) = {{\(name).response.\($0.expression)}}".utf8) }
        // A comment above the lines may be no longer the one directly above the request.
        free.insert(.documentation)
        edits.insert(lines, after: request.line - 2)
    }
}
