import Base
import TerminalUI
import Workspace

/// The tokens of logins, to look through and to forget: a list, and details of the selected one.
struct TokenBrowser: OverlayPart {
    /// nil while they are read.
    var tokens: [KeptToken]?
    /// When they were read: by the wall clock in seconds since 1970, and by the monotonic one.
    var readAt: (seconds: Int64, moment: MonotonicTime) = (0, MonotonicTime(nanoseconds: 0))
    var list = ListSelection()
    /// Whether the selected token itself is shown.
    var isRevealed = false

    /// Lines about the selected token, below the list.
    private static let detailRows = 6

    static func open(on model: inout Model) -> [Effect] {
        model.overlays.show(TokenBrowser())
        return [.readTokens]
    }

    var chosen: KeptToken? {
        guard let tokens, tokens.indices.contains(list.index) else { return nil }
        return tokens[list.index]
    }

    /// Takes in the tokens that were read. If the selected one is gone, the one that takes its row is masked.
    mutating func take(_ read: [KeptToken], seconds: Int64, at now: MonotonicTime) {
        let selected = chosen
        tokens = read
        readAt = (seconds, now)
        guard let selected else { return }
        // It may have been renewed.
        let place = read.firstIndex(of: selected) ?? read.firstIndex { $0.hasPlace(of: selected) }
        list.follow(to: place)
        if place == nil { isRevealed = false }
    }

    private var count: Int { tokens?.count ?? 0 }

    /// Rows of the list in a popup of that height.
    private func listHeight(_ height: Int) -> Int { max(1, min(count, height - Self.detailRows)) }

    var title: SafeText { "Tokens" }

    /// A token is shown when the user asks for it.
    var isVeiled: Bool { !isRevealed }

    var keys: [(String, String)] {
        let end = [("R", "reload"), ("Esc", "close")]
        guard chosen != nil else { return end }
        return [("Space", "show"), ("c", "copy"), ("D", "forget"), ("X", "forget all")] + end
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: max(1, tokens?.count ?? 1) + Self.detailRows)
    }

    func row(at row: Int, in content: Rect) -> Int? { row < listHeight(content.height) ? list.top + row : nil }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if let step = model.scrollStep(key, page: max(1, count), count: count), key != " " {
            select(list.index + step)
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case " ", .enter: isRevealed.toggle()
        case "c":
            guard let token = chosen else { return [] }
            return [.copy(CopyJob("The token", ClipboardText(SafeText(token.secret))))]
        case "D", .delete:
            guard let token = chosen else { return [] }
            isRevealed = false
            return [.forgetTokens([token])]
        case "X":
            isRevealed = false
            return [.forgetTokens(tokens ?? [])]
        case "R": return [.readTokens]
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if tokens?.indices.contains(row) == true { select(row) }
        return []
    }

    /// A token is hidden until it is asked for.
    private mutating func select(_ row: Int) {
        list.index = max(0, min(count - 1, row))
        isRevealed = false
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(count, in: listHeight(content.height)) }

    /// Lifetimes run down while they are looked at.
    func wake(at now: MonotonicTime) -> MonotonicTime? { now + .seconds(1) }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        guard let tokens else {
            buffer.draw("Reading the tokens.", at: Point(x: content.x, y: content.y), style: Style(.dim))
            return
        }
        guard !tokens.isEmpty else {
            let text: SafeText = "No token was asked for yet. {{$auth.token(\"name\")}} in a request asks for one."
            return buffer.drawWrapped(text, in: content, style: Style(.dim))
        }
        let seconds = readAt.seconds + Int64(model.clock.now.since(readAt.moment) / .seconds(1))
        let height = listHeight(content.height)
        List(count: tokens.count, selection: list, isFocused: true) { place in
            let token = tokens[place]
            let life = token.life(at: seconds)
            return Line(
                [
                    Span(SafeText(token.login), .variable, .bold), Span(SafeText("  \(token.grant)"), .text),
                    Span(SafeText("  \(token.server)"), .dim),
                ], trailing: [Span(SafeText(life), life == "expired" ? .warning : .success)])
        }.draw(in: Rect(x: content.x, y: content.y, width: content.width, height: height), on: &buffer)
        guard let token = chosen else { return }
        let facts: [(String, String)] = [
            ("Collection", token.root), ("Client", token.client), ("Scope", token.scope ?? "not reported"),
            ("Kept", token.path.map { "in \($0)" } ?? "in memory, until the program ends"),
            ("Token", isRevealed ? token.secret : "(hidden; Space shows it)"),
        ]
        for (offset, fact) in facts.enumerated() where height + 1 + offset < content.height {
            let row = content.row(height + 1 + offset)
            let name = fact.0 + String(repeating: " ", count: 12 - fact.0.count)
            buffer.draw(Line([Span(SafeText(name), .dim), Span(SafeText(fact.1), .text)]), in: row)
        }
    }
}

extension Model {
    /// - Returns: effects that fill the Vars tab again, because it may show a token that is gone.
    mutating func tokensRead(_ tokens: [KeptToken], seconds: Int64) -> [Effect] {
        let now = clock.now
        overlays.modify(TokenBrowser.self) { $0.take(tokens, seconds: seconds, at: now) }
        return showVariables()
    }
}

extension KeptToken {
    /// Whether it is of the same login and kept in the same place.
    fileprivate func hasPlace(of other: KeptToken) -> Bool {
        (login, root, grant, server, client) == (other.login, other.root, other.grant, other.server, other.client)
            && path == other.path
    }
}
