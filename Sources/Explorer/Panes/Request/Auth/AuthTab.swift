import Base
import HTTPFormat
import TerminalUI
import Workspace

/// A row of the Auth tab.
struct AuthRow: Sendable, Hashable {
    var label: String
    var value: String
    var isSecret = false
    /// The field that Enter goes to; nil for the kind.
    var field: AuthField?

    static func rows(of request: SavedRequest) -> [AuthRow] {
        let login = RequestLogin.read(request).login
        var rows = [AuthRow(label: "Kind", value: AuthKind(login)?.title ?? "as written")]
        func add(_ field: AuthField, _ value: String, of label: String? = nil) {
            guard !value.isEmpty else { return }
            rows.append(
                AuthRow(
                    label: label ?? field.label, value: value,
                    isSecret: field.isSecret && SecretName.isLiteral(value), field: field))
        }
        switch login {
        case .none: break
        case .other(let value): rows.append(AuthRow(label: "Header", value: value, isSecret: true))
        case .basic(let user, let password), .digest(let user, let password):
            add(.user, user)
            add(.password, password)
        case .bearer(let token): add(.token, token)
        case .apiKey(let name, let value, let inQuery):
            add(.keyName, name)
            add(.key, value)
            add(.place, inQuery ? "query" : "header")
        case .aws(let login):
            add(.keyID, login.keyID)
            add(.secretKey, login.secret)
            add(.region, login.region)
            add(.service, login.service)
            add(.sessionToken, login.sessionToken)
        case .oauth2(let id, let isIDToken): add(.login, id, of: isIDToken ? "ID token" : nil)
        }
        return rows
    }

    /// Columns of the labels, with the space after them.
    static func labelWidth(_ rows: [AuthRow]) -> Int { (rows.map(\.label.count).max() ?? 0) + 2 }
}

// The Auth tab: the login of the request, and what else the environment sends for it.

extension RequestPane {
    static func beginAuth(_ pane: RequestPaneState, _ request: SavedRequest, on model: inout Model) -> [Effect] {
        let rows = AuthRow.rows(of: request)
        let kind = AuthKind(RequestLogin.read(request).login)
        guard rows.indices.contains(pane.selection), let field = rows[pane.selection].field, let kind else {
            return AuthKindPicker.open(on: &model)
        }
        return AuthForm.open(kind, at: field, on: &model)
    }

    /// Takes the line of the login away.
    static func removeLogin(on model: inout Model) -> [Effect] {
        guard let key = model.current?.key, let request = model.currentRequest else { return [] }
        guard RequestLogin.read(request).login != .none else {
            model.say("The request has no login of its own.")
            return []
        }
        do throws(EditStop) { try model.write(.none, to: key, request) } catch { return model.stop(error) }
        model.say("The login is removed. \(model.keyName(.undo)) takes it back.")
        return model.showVariables()
    }

    static func drawAuth(
        _ model: Model, _ pane: RequestPaneState, _ request: SavedRequest, in rect: Rect, isFocused: Bool,
        on buffer: inout CellBuffer
    ) {
        let rows = AuthRow.rows(of: request)
        let width = AuthRow.labelWidth(rows)
        List(
            count: rows.count,
            selection: ListSelection(index: pane.isTitleSelected ? -1 : pane.selection, top: pane.scroll),
            isFocused: isFocused
        ) { place in
            let row = rows[place]
            let label = SafeText(row.label + String(repeating: " ", count: width - row.label.count))
            let value =
                row.isSecret
                ? [Span("(hidden)", .dim)]
                : VariableNames.spans(of: row.value, role: .text) { pane.variables.isUnresolved($0) }
            return Line([Span(label, .headerName)] + value)
        }.draw(in: rect, on: &buffer)
        let below = rect.dropping(rows.count + 1)
        buffer.drawWrapped(
            authNotes(model, request),
            in: Rect(x: below.x + 1, y: below.y, width: below.width - 3, height: below.height), style: Style(.dim))
    }

    /// Where a line of the open request comes from. The lines of a described request are in no file.
    private static func originNote(_ line: Int, _ request: SavedRequest, _ model: Model) -> String {
        guard let file = model.current.flatMap({ model.tree.files[$0.key.file]?.file }), file.described != nil else {
            return "Written in line \(line)."
        }
        return model.isChanged(request, inDescription: file.path)
            ? "You changed this request; \(file.relativePath) stays as it is."
            : "Made from \(file.relativePath), line \(file.sourceLine(line))."
    }

    /// Sentences below the rows: where the login is written, and what comes from the environment.
    static func authNotes(_ model: Model, _ request: SavedRequest) -> [String] {
        var notes: [String] = []
        let (login, place) = RequestLogin.read(request)
        switch place {
        case .header(let index): notes.append(originNote(request.headers[index].line, request, model))
        case .parameter(let index): notes.append(originNote(request.parameters[index].line, request, model))
        case nil: notes.append("\(model.keyName(.open)) chooses a login.")
        }
        guard let file = model.current?.key.file else { return notes }
        let (set, environment) = (model.environments(of: file), model.settings.environmentName)
        if case .oauth2(let id, _) = login {
            if let known = set.loginValue("Token URL", of: id, in: environment) {
                let grant = set.loginValue("Grant Type", of: id, in: environment)?.value ?? "?"
                notes.append(
                    "The token is fetched with \(grant) from \(known.value ?? "?") "
                        + "(\(model.withoutRoot(known.file)):\(known.line)), kept, and renewed when it ends.")
            } else {
                notes.append(
                    "No environment file defines the login \(id) here. \(model.keyName(.open)) on it writes one.")
            }
        }
        if let files = set.clientCertificate(in: environment), request.settings.usesClientCertificate {
            notes.append(
                "The client certificate \(files.certificate) goes with it "
                    + "(\(model.withoutRoot(files.file)):\(files.line)).")
        }
        return notes
    }
}
