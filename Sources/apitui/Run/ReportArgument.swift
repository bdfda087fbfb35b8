import ArgumentParser
import Base
import Glibc
import Workspace

/// A report that a flag asks for: its kind, and the file that it goes to.
struct ReportArgument<Kind: CaseIterable & RawRepresentable<String>> {
    var kind: Kind
    /// `-` for standard output, by whatever name.
    var path: String
    /// As it was typed, for errors.
    var flag: String

    init(kind: Kind, path: String, flag: String = "--report") {
        self.kind = kind
        self.path = StandardDescriptors.isOutput(path) ? "-" : path
        self.flag = flag
    }

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
            let near = NameSuggestion.question(for: parts[0], among: names)
            throw ValidationError(
                "--report takes KIND=FILE; the kinds are \(names.joined(separator: ", ")), not '\(parts[0])'.\(near)")
        }
        guard let path = parts.count > 1 ? parts[1] : usualPath(found), !path.isEmpty else {
            throw ValidationError("--report \(text) names no file.")
        }
        return ReportArgument(kind: found, path: path)
    }

    /// - Throws: if two go to the same file, or one would replace requests.
    static func check(_ all: [ReportArgument]) throws(ValidationError) {
        var paths: Set<String> = []
        for report in all where report.path != "-" {
            guard paths.insert(whole(report.path)).inserted else {
                throw ValidationError("Two reports would be written to \(report.path).")
            }
            try RequestFilePath.refuse(report.path, flag: report.flag, what: "a report")
        }
    }

    /// - Parameter recordings: files that the command reads or writes.
    /// - Throws: if a report would replace one of them.
    static func check(_ all: [ReportArgument], beside recordings: [String]) throws(ValidationError) {
        for report in all where report.path != "-" {
            let path = whole(report.path)
            guard recordings.contains(where: { whole($0) == path || DiskFile.areSame($0, path) }) else { continue }
            throw ValidationError(
                "\(report.flag): the report would replace the recording \(report.path); name another file.")
        }
    }

    /// - Parameter inputs: paths of what the command reads; those that do not name a file are ignored.
    /// - Returns: a sentence about a report that would replace one of them; nil if none would.
    static func refusal(of all: [ReportArgument], reading inputs: [String]) -> String? {
        all.lazy.filter { $0.path != "-" }.compactMap {
            RequestFilePath.refusal(of: $0.path, flag: $0.flag, what: "a report", reading: inputs)
        }.first
    }

    private static func whole(_ path: String) -> String {
        PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
    }
}

/// Keeps what a command writes from replacing the user's files, as after a file name that was left out: `run --junit a.http`.
enum RequestFilePath {
    /// - Throws: if the name is one of a request file, or if there is an environment file of that name; also if a link leads to one.
    static func refuse(_ path: String, flag: String, what: String) throws(ValidationError) {
        let target = DiskFile.realPath(path)
        let names = [path, target ?? path].map { PathText.name(of: $0) }
        if names.contains(where: CollectionStore.isRequestFile) {
            throw ValidationError(
                "\(flag) \(path): that is the name of a request file, and \(what) is not one; name another file.")
        }
        guard target != nil, names.contains(where: CollectionStore.isEnvironmentFile) else { return }
        throw ValidationError(
            "\(flag) \(path): that is an environment file, and \(what) would replace it; name another file.")
    }

    /// - Returns: a sentence if what is written would replace a file that the command reads; else nil.
    static func refusal(of path: String, flag: String, what: String, reading inputs: [String]) -> String? {
        guard let target = DiskFile.info(path), target.st_mode & S_IFMT == S_IFREG,
            inputs.contains(where: { DiskFile.areSame($0, path) })
        else { return nil }
        return "\(flag) \(path): the command reads that file, and \(what) would replace it; name another file."
    }
}
