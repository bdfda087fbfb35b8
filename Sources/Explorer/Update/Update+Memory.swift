import HTTPFormat
import Settings
import TerminalUI
import Workspace

// What the screen keeps of a collection from one start to the next.

extension Model {
    /// What is to be kept now.
    package var memory: ScreenMemory {
        var memory = wanted ?? ScreenMemory()
        // What the configuration chose is there as long as it says so.
        if window.chosen?.rawValue != settings.configured.layout { memory.layout = window.chosen }
        memory.sizes = window.sizes.filter { !$0.value.isEmpty }
        memory.folded = window.folded
        // Without a request, what was kept before stays.
        guard let open = current, let request = currentRequest, let file = tree.files[open.key.file]?.file else {
            return memory
        }
        memory.file = file.relativePath
        memory.request = request.id
        memory.requestTab = open.pane.tab.title
        memory.responseTab = open.response.tab.name
        return memory
    }

    /// Gives the screen the state that it had. Call it before the first frame; the request follows when files are read.
    package mutating func restore(_ memory: ScreenMemory) {
        window.chosen = memory.layout
        window.sizes = memory.sizes
        window.folded = memory.folded
        wanted = memory
    }

    /// Shows the request that was open; nil if it is not there any more.
    mutating func openRememberedRequest() -> [Effect]? {
        guard let memory = wanted, let name = memory.file, let id = memory.request,
            let path = tree.filePath(of: name),
            let key = tree.key(named: id, in: path)
        else { return nil }
        tree.reveal(key)
        let effects = open(key)
        if let tab = RequestTab.allCases.first(where: { $0.title == memory.requestTab }) {
            modifyCurrentPane { $0.show(tab) }
        }
        if let tab = ResponseTab.allCases.first(where: { $0.name == memory.responseTab }) { response.tab = tab }
        return effects
    }
}
