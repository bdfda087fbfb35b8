import Base
import Glibc
import HTTPFormat
import Workspace

/// The files that `run` was given, and which of their requests it sends.
struct RunTargets {
    let loaded: LoadedCollections
    let selection: RunSelection

    /// - Parameters:
    ///   - paths: folders, files and `FILE#NAME`; or only `-`, `-#NAME` and `-:LINE`, which are one standard input.
    ///   - kept: what was changed on the screen of the requests of descriptions.
    init(_ paths: [String], _ flags: SelectionFlags, isTrusted: Bool, kept: KeptChanges) throws {
        var selection = RunSelection()
        selection.tags = flags.tags
        selection.skippedTags = flags.skippedTags
        selection.filters = flags.filters.map { Glob($0) }
        let given = paths.map { RequestReference($0) }
        if !given.isEmpty, given.allSatisfy({ $0.path == "-" }) {
            loaded = try LoadedCollections.standardInput(isTrusted: isTrusted)
            for file in loaded.folders.flatMap(\.files) where given.allSatisfy(\.namesRequest) {
                selection.named[file.path] = Set(try given.map { try $0.find(in: file).index })
            }
        } else {
            var whole: [String] = []
            var references: [RequestReference] = []
            for path in paths {
                if access(path, F_OK) == 0 {
                    whole.append(path)
                    continue
                }
                if TypedRequest.isURL(path) {
                    throw CommandFailure("'run' takes files and folders; 'apitui send \(path)' sends a URL.")
                }
                let reference = RequestReference(path)
                guard reference.path != path, access(reference.path, F_OK) == 0 else {
                    if reference.path == "-" {
                        throw CommandFailure(
                            "'\(path)' is read from standard input, which is not sent together with files; a request of a file is FILE#NAME."
                        )
                    }
                    whole.append(path)
                    continue
                }
                references.append(reference)
            }
            var seen = Set(whole)
            let files = references.map(\.path).filter { seen.insert($0).inserted }
            // All of a description that is given as a file; of one in a folder nothing is sent.
            let loaded = try LoadedCollections(
                paths: whole + files, isTrusted: isTrusted, isWhole: true, kept: kept
            ) { file in
                guard !whole.contains(file.relativePath) else { return nil }
                return Set(
                    try references.filter { $0.path == file.relativePath }.map { try $0.find(in: file).id })
            }
            self.loaded = loaded
            for reference in references {
                for file in loaded.folders.flatMap(\.files) where file.relativePath == reference.path {
                    selection.named[file.path, default: []].insert(try reference.find(in: file).index)
                }
            }
            // A file that is given whole, too, is sent whole.
            for path in whole {
                for file in loaded.folders.flatMap(\.files) where file.relativePath == path {
                    selection.named[file.path] = nil
                }
            }
        }
        self.selection = selection
    }

    /// Why nothing is left to send, if the selection is the reason.
    func nothing(_ plan: ReplayPlan) -> CommandFailure? {
        guard plan.steps.isEmpty, plan.leftOut > 0 else { return nil }
        let tags = Set(loaded.plan.steps.flatMap { $0.request.settings.tags }).sorted()
        let others = plan.leftOut - plan.manual
        var clauses = others > 0 ? ["\(Formatting.count(others, "request")) did not match"] : []
        if plan.manual > 0 {
            let verb = plan.manual == 1 ? "has" : "have"
            clauses.append("\(Formatting.count(plan.manual, "request")) \(verb) the tag \(RunSelection.manualTag)")
        }
        var text = "No request is left: \(clauses.joined(separator: ", and "))."
        if plan.manual > 0 {
            text += " Name what you want (FILE#NAME), or use --tag \(RunSelection.manualTag)."
        } else if !selection.tags.isEmpty {
            text += tags.isEmpty ? " No request has a tag (# @tag)." : " The tags are \(NameList.text(tags))."
        }
        return CommandFailure(SafeText(text))
    }
}
