import TerminalUI

/// A pane that can be searched: what `/`, `n`, `N`, the keys in the field and Esc do in it.
protocol SearchedPane: PanePart {
    associatedtype Searched: SearchedState
    static func searched(_ model: Model) -> Searched
    static func modifySearched<R>(_ model: inout Model, _ change: (inout Searched) -> R) -> R
    /// Of what is searched, beside the field.
    static func searchedSize(_ model: Model) -> Size
}

extension SearchedPane {
    /// - Returns: false for a command that is not about searching.
    static func performSearch(_ command: Command, on model: inout Model) -> Bool {
        let size = searchedSize(model)
        switch command {
        case .search:
            if let refusal = searched(model).searchRefusal {
                model.say(refusal)
                return true
            }
            modifySearched(&model) { $0.beginSearch(in: size) }
        case .searchNext, .searchPrevious:
            guard searched(model).search != nil else {
                model.say("There is no search. / begins one.")
                return true
            }
            modifySearched(&model) { $0.stepSearch(forward: command == .searchNext, in: size) }
        default: return false
        }
        return true
    }

    static func isTyping(_ model: Model) -> Bool { searched(model).isTypingSearch }

    static func typingKeys(_ model: Model) -> [(key: String, word: String)] { searchKeys(model) }

    static func searchKeys(_ model: Model) -> [(key: String, word: String)] {
        searched(model).searchKeys.map { ($0.0, $0.1) }
    }

    static func type(_ key: Key, on model: inout Model) -> [Effect] { typeSearch(key, on: &model) }

    static func typeSearch(_ key: Key, on model: inout Model) -> [Effect] {
        let size = searchedSize(model)
        modifySearched(&model) { $0.handle(key, in: size) }
        return []
    }

    static func paste(_ text: String, on model: inout Model) { pasteIntoSearch(text, on: &model) }

    static func pasteIntoSearch(_ text: String, on model: inout Model) {
        let size = searchedSize(model)
        modifySearched(&model) { $0.paste(text, in: size) }
    }

    static func leaveTyping(on model: inout Model) -> [Effect] { typeSearch(.escape, on: &model) }

    static func escape(on model: inout Model) -> Bool { modifySearched(&model) { $0.leaveSearch() } }
    static func escapeWord(_ model: Model) -> String? { searched(model).search == nil ? nil : "leave search" }

    static func backgroundWork(_ model: inout Model) -> [Effect] { searchWork(&model) }

    /// A search in a large body goes on in the background.
    static func searchWork(_ model: inout Model) -> [Effect] {
        let size = searchedSize(model)
        guard searched(model).wantsSearchTime(in: size) else { return [] }
        let id = model.clock.nextTicket()
        return modifySearched(&model) { $0.searchEffects(in: size, id: id) }
    }
}
