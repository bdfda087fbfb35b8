import HTTPFormat
import TerminalUI
import Workspace

/// Why a command is not possible now.
enum Obstacle: Sendable, Hashable {
    /// It works in another pane, to which the palette goes first.
    case elsewhere(Pane)
    /// A clause.
    case missing(String)

    var clause: String {
        switch self {
        case .elsewhere(let pane): "in \(pane.title): Enter goes there first"
        case .missing(let clause): clause
        }
    }
}

extension Model {
    /// What is in the way of a command; nil if it would do something now.
    func obstacle(to command: Command) -> Obstacle? {
        guard let row = command.row else { return .missing("it has no place") }
        if !row.scope.includes(window.focus), case .panes(let panes) = row.scope, let first = panes.first {
            let known = panes.first { window.layout.panes[$0] != nil && $0.part.offers(command, self) }
            return .elsewhere(known ?? first)
        }
        // Of removed cookies there; edits are taken back where they are made.
        if window.focus == .response, command == .undo || command == .redo {
            let removed = surroundings.removedCookies
            let isEmpty = command == .undo ? removed.done.isEmpty : removed.takenBack.isEmpty
            return isEmpty ? .elsewhere(.request) : nil
        }
        if let clause = clause(against: command) { return .missing(clause) }
        return focused.offers(command, self) ? nil : .missing("nothing for it in \(window.focus.title) now")
    }

    private func clause(against command: Command) -> String? {
        let request = meantRequest
        // These are about the selected row there, which the pane knows.
        if Self.listing.contains(window.focus), Self.ofRow.contains(command) { return nil }
        switch command {
        case .send, .sendAfresh, .showPlan, .moveRequestUp, .moveRequestDown, .cloneItem:
            return request == nil ? "no request is selected" : nil
        case .moveRequest, .renameRequest, .deleteItem:
            let isPlace = window.focus == .collections && selectedPlace != nil
            return request == nil && !isPlace ? "nothing is selected for it" : nil
        case .editHere, .editExternally, .editMethod, .editURL, .chooseBodyType:
            return current == nil ? "no request is open" : nil
        case .save: return canSave ? nil : "this file has no unsaved edit"
        case .saveAll: return tree.unsavedPaths.isEmpty ? "no file has an unsaved edit" : nil
        case .cancelAll: return sending.inFlight.isEmpty ? "nothing is in flight" : nil
        case .convertCurl:
            return request.flatMap(tree.request)?.curl == nil ? "the request is not a curl command" : nil
        case .saveSchema: return fetchedSchema == nil ? "no GraphQL endpoint was asked for its schema" : nil
        case .writeCaptures:
            let captures = request.flatMap(tree.request)?.captures ?? []
            return captures.contains { $0.expression != nil } ? nil : "no script takes a value"
        case .browseCache, .chooseCacheMode: return settings.hasCache ? nil : "there is no cache"
        case .clearCookies: return jar?.cookies.isEmpty != false ? "the jar is empty" : nil
        case .undo:
            let isEdited = tree.files.values.contains { !$0.undo.isEmpty }
            let isChanged = !files.changes.done.isEmpty || !surroundings.values.done.isEmpty
            return isEdited || isChanged ? nil : "nothing was edited"
        case .redo:
            let isTakenBack = tree.files.values.contains { !$0.redo.isEmpty }
            let isChanged = !files.changes.takenBack.isEmpty || !surroundings.values.takenBack.isEmpty
            return isTakenBack || isChanged ? nil : "nothing was taken back"
        case .showCoverage: return describedFiles.isEmpty ? "no OpenAPI description is here" : nil
        case .revealOpen: return current == nil ? "no request is open" : nil
        case .writeBody, .pageBody, .openBody:
            guard response.exportedExchange == nil else { return nil }
            return response.inFlight == nil ? "there is no response" : "the response has not ended"
        default: return nil
        }
    }

    /// Panes whose rows are not requests of files.
    private static let listing: Set<Pane> = [.log, .history, .runs]
    private static let ofRow: Set<Command> = [.send, .sendAfresh, .renameRequest, .deleteItem]

    /// The commands of the palette: all but those that only move within a pane.
    private static let moving: Set<Command> = [
        .moveUp, .moveDown, .moveLeft, .moveRight, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown,
        .showPalette, .escape, .focusNext, .focusPrevious,
    ]

    var paletteCommands: [Command] { Command.table.map(\.command).filter { !Self.moving.contains($0) } }
}
