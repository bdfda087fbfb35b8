import Bodies
import NetEngine
import TerminalUI

// What the keys of the pane can do with what is in view, for the keys themselves, the footer and the palette.

extension ResponsePane {
    static func offers(_ command: Command, _ model: Model) -> Bool {
        let state = model.response
        switch command {
        case .revalidate: return model.current != nil
        case .removeCookie: return state.shownTab == .cookies && state.selectedCookie != nil
        case .showCookieValues: return state.showsCookies
        case .writeBody, .pageBody, .openBody, .yank: return state.exportedExchange != nil
        case .pinResponse, .compareResponses, .filterBody: return state.exportedExchange?.response != nil
        case .chooseReading: return state.inView?.document?.body.map { $0.kind != .empty } ?? false
        case .followLink: return (try? model.linkJob.get()) != nil
        case .open: return state.canFold && state.hasCursor
        case .foldMore, .foldLess, .unfoldAll: return state.canFold
        case .search: return state.canSearch
        case .searchNext, .searchPrevious: return state.search != nil
        case .goTo: return !state.isIdle
        case .previousTab, .nextTab: return state.tabs.count > 1
        default: return refusal(of: command, model) == nil
        }
    }

    /// Why a command does nothing with what is in view; nil if it does something, or says itself why not.
    static func refusal(of command: Command, _ model: Model) -> String? {
        let state = model.response
        switch command {
        case .cycleBodyMode, .toggleWrap, .toggleLineNumbers, .lineEnd:
            guard !state.isIdle else {
                return "There is no response yet: \(model.keyName(.send, in: .response)) sends the request."
            }
        default: break
        }
        switch command {
        case .cycleBodyMode:
            guard state.shownTab == .body else { return "Only the body has other views: on the Body tab." }
            guard state.arrivingBody == nil || state.liveBody?.isInFile == true else {
                return "The body has other views when all has arrived."
            }
            guard !state.showsErrorView else { return "No body came: the tab shows the error." }
            return state.shownBody.map { $0.modes.count > 1 } ?? false ? nil : "The body has this view only."
        case .toggleWrap:
            guard state.shownTab == .body && !state.showsErrorView || state.shownTab == .raw else {
                return "Only bodies wrap: the Body tab and the Raw tab."
            }
            guard state.shownTab == .body else { return nil }
            guard state.hasLines else { return "There are no lines to wrap here." }
            return state.bodyMode == .hex ? "The rows of bytes do not wrap." : nil
        case .toggleLineNumbers:
            guard state.shownTab == .body && !state.showsErrorView else {
                return "Only lines of the Body tab are numbered."
            }
            guard state.hasLines else { return "There are no lines to number here." }
            return state.bodyMode == .hex ? "The rows of bytes have no line numbers." : nil
        case .selectLines:
            if state.hasCursor && state.hasLines { return nil }
            // Rows of Checks and Cookies have a selection of their own.
            guard state.inView == nil || state.hasCursor else { return "Lines of this tab cannot be selected." }
            return state.reasonForNone("There are no lines to select here.")
        default: return nil
        }
    }

    /// On the Cookies tab what can be done with cookies; values are hidden on others, too.
    static func mainCommands(_ model: Model) -> [Command] {
        let onAnyTab: [Command] = [.send, .followLink, .yank]
        return switch model.response.shownTab {
        case .cookies where !model.response.isIdle: [.removeCookie, .showCookieValues] + onAnyTab
        case .headers, .raw: onAnyTab + [.showCookieValues]
        default: onAnyTab
        }
    }

    static func footerWord(_ command: Command, _ model: Model) -> String? {
        switch command {
        case .showCookieValues: model.response.showsCookieValues ? "hide values" : "show values"
        case .removeCookie: "remove"
        case .yank: "copy"
        default: nil
        }
    }
}

extension ResponsePaneState {
    /// Whether the tab in view has lines of the exchange, and not only a sentence that there are none.
    var hasLines: Bool {
        switch shownTab {
        case .body: showsErrorView || shownBody.map { $0.kind != .empty } ?? false
        case .raw: shown?.document != nil
        default: true
        }
    }
}
