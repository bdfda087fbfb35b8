import ArgumentParser
import Base

/// A report that a flag asks for: its kind, and the file that it goes to.
struct ReportArgument<Kind: CaseIterable & RawRepresentable<String>> {
    var kind: Kind
    var path: String
    /// As it was typed, for errors.
    var flag = "--report"

    /// Reads what `--report` was given: `KIND=FILE`.
    /// - Parameters:
    ///   - kind: the kind of that name; nil if there is none.
    ///   - usualPath: the file of a kind that names none; nil if it must name one.
    static func read(
        _ text: String, kind: (String) -> Kind?, usualPath: (Kind) -> String?
    ) throws(ValidationError) -> ReportArgument {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let found = kind(parts[0]) else {
            let names = Kind.allCases.map(\.rawValue)
            let near = NameSuggestion.nearest(to: parts[0], among: names).map { " Do you mean \($0)?" } ?? ""
            throw ValidationError(
                "--report takes KIND=FILE; the kinds are \(names.joined(separator: ", ")), not '\(parts[0])'.\(near)")
        }
        guard let path = parts.count > 1 ? parts[1] : usualPath(found), !path.isEmpty else {
            throw ValidationError("--report \(text) names no file.")
        }
        return ReportArgument(kind: found, path: path)
    }

    /// - Throws: if two go to the same file.
    static func check(_ all: [ReportArgument]) throws(ValidationError) {
        var paths: Set<String> = []
        for report in all where report.path != "-" && !paths.insert(report.path).inserted {
            throw ValidationError("Two reports would be written to \(report.path).")
        }
    }
}
