import Descriptions
import NetEngine

// What is done with a block whose parts the reader of request files would take as something else.
extension RequestWriter {
    /// Puts a body that is read as something else into a file.
    mutating func moveBodyToFile() -> Bool {
        guard !draft.body.isEmpty, !draft.body.contains(where: { $0.hasPrefix("< ") || $0.hasPrefix("<@ ") }) else {
            return false
        }
        let text = draft.body.joined(separator: "\n")
        draft.body = [bodyFile(Array(text.utf8), replacesVariables: text.contains(bytes: "{{"))]
        return true
    }

    /// More lines than this are not tried one by one.
    private static let mostTries = 100

    /// Leaves out the lines without which the request is read as it is meant, with a notice for each.
    /// - Returns: false if it is misread without all of them too.
    mutating func leaveOutWhatMisleads() -> Bool {
        let whole = draft
        draft.remarks = []
        draft.scripts = []
        draft.metadata = []
        draft.variables = []
        draft.above = []
        draft.captures = []
        draft.outputFile = nil
        guard isReadAsMeant else {
            draft = whole
            return false
        }
        add(whole.remarks, to: \.remarks, together: true) { _ in "Its description" }
        add(whole.scripts, to: \.scripts, together: true) { _ in "What is kept as a comment" }
        add(whole.metadata, to: \.metadata) { $0.first.map { "The line \(PlainLine.quoted("# \($0)"))" } }
        add(whole.variables, to: \.variables) { $0.first.map { "The line \(PlainLine.quoted($0))" } }
        add(whole.above, to: \.above, together: true) { _ in "The script above the request" }
        add(whole.captures, to: \.captures) { $0.first.map { "The line \(PlainLine.quoted($0))" } }
        if let file = whole.outputFile {
            draft.outputFile = file
            if !isReadAsMeant {
                draft.outputFile = nil
                note(
                    .lost,
                    "The line that writes the response to \(PlainLine.quoted(file)) is left out: it cannot be read.")
            }
        }
        return true
    }

    private var isReadAsMeant: Bool {
        let misreading = draft.misreading(method: method)
        return misreading == nil || misreading == .title
    }

    /// Puts lines back that do no harm.
    /// - Parameter name: of lines that are left out, as the subject of a sentence.
    private mutating func add(
        _ lines: [String], to part: WritableKeyPath<RequestDraft, [String]>, together: Bool = false,
        name: ([String]) -> String?
    ) {
        guard !lines.isEmpty else { return }
        let groups = together || lines.count > Self.mostTries ? [lines] : lines.map { [$0] }
        for group in groups {
            let before = draft[keyPath: part]
            draft[keyPath: part] += group
            if isReadAsMeant { continue }
            draft[keyPath: part] = before
            note(.lost, "\(name(group) ?? "A line") is left out: it would be read as something else.")
        }
    }
}
