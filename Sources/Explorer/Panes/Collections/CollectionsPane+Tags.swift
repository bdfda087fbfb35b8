import Base
import HTTPFormat
import TerminalUI
import Workspace

// A tag of a description is a row of the tree, not text in a file: keys that change requests say so.

extension CollectionTree {
    struct Tag {
        var name: String
        /// Of the description.
        var file: CollectionFile
        var requests: [RequestKey]
    }

    /// The selected row, if it is a tag of a description.
    var selectedTag: Tag? {
        guard case .heading(let path, let block)? = selectedRow?.kind, let file = files[path]?.file,
            let groups = file.described?.groups, groups.indices.contains(block)
        else { return nil }
        let group = groups[block]
        return Tag(name: group.name, file: file, requests: group.operations.compactMap { key(path, $0) })
    }
}

extension CollectionsPane {
    private static let changes: Set<Command> = [
        .addItem, .cloneItem, .deleteItem, .renameRequest, .moveRequest, .moveRequestUp, .moveRequestDown,
    ]

    /// Why a key that changes the selected row does nothing; nil if it does something.
    static func refusal(of command: Command, _ model: Model) -> String? {
        guard changes.contains(command) else { return nil }
        if let tag = model.tree.selectedTag {
            return "\(tag.name) is a tag of \(tag.file.relativePath), which apitui never changes. "
                + "\(model.keyName(.open, in: pane)) folds it, \(model.keyName(.replay, in: pane)) sends its requests as a run."
        }
        // A request of a description may be renamed like any other edit.
        guard command != .renameRequest, let file = model.tree.selectedRequest?.file,
            let described = model.tree.files[file]?.file, described.described != nil
        else { return nil }
        return EditStop.fixedRequests(of: described, saveKey: model.keyName(.save)).sentence
    }

    /// Why nothing is sent while a tag is selected.
    static func nothingToSend(_ tag: CollectionTree.Tag, _ model: Model) -> String {
        let count = tag.requests.count { model.tree.request($0)?.settings.isDisabled == false }
        guard count > 0 else {
            return "\(tag.name) holds what is listed and not sent; a request below it says why."
        }
        return "\(tag.name) holds \(Formatting.count(count, "request")): select one to send it, "
            + "or \(model.keyName(.replay, in: pane)) sends all of them as a run."
    }
}
