import Base
import HTTPFormat
import TerminalUI
import Workspace

/// The login of a request as a form: the fields of its kind, and below them what will be sent and where that is written.
struct AuthForm: OverlayPart {
    let request: RequestKey
    let kind: AuthKind
    var texts: [AuthField: TextField] = [:]
    var focus: Int
    /// What the fields held when it opened.
    let before: [AuthField: String]
    /// Why the last attempt was refused.
    var refusal: String?

    /// - Parameter field: the one with the cursor.
    static func open(_ kind: AuthKind, at field: AuthField? = nil, on model: inout Model) -> [Effect] {
        guard let open = model.current, let request = model.currentRequest else { return [] }
        guard model.editableDocument(open.key.file) != nil else { return [] }
        let login = RequestLogin.read(request).login
        let texts = AuthTexts(login, kind, model.environments(of: open.key.file), model.settings.environmentName)
        model.overlays.show(AuthForm(open.key, kind, texts.all, at: field))
        return []
    }

    private init(_ request: RequestKey, _ kind: AuthKind, _ texts: [AuthField: String], at field: AuthField?) {
        self.request = request
        self.kind = kind
        before = texts
        focus = 0
        for (field, text) in texts { self.texts[field] = TextField(text) }
        if let place = field.flatMap({ fields.firstIndex(of: $0) }) { focus = place }
    }

    // MARK: Fields

    var grant: OAuthGrant { OAuthGrant(rawValue: text(.grant)) ?? .clientCredentials }

    var fields: [AuthField] { kind.fields(grant) + (newSecrets.isEmpty ? [] : [.storage]) }

    func text(_ field: AuthField) -> String { texts[field]?.text ?? field.choices.first ?? "" }

    /// Secrets that were typed here and are not names of variables.
    var newSecrets: [AuthField] {
        guard kind.isInRequest, kind != .oauth2 else { return [] }
        return kind.fields(grant).filter {
            $0.isSecret && SecretName.isLiteral(text($0)) && text($0) != before[$0] ?? ""
        }
    }

    var keepsSecretsPrivate: Bool { !newSecrets.isEmpty && text(.storage) == AuthField.storage.choices[0] }

    /// The login of the fields, with these texts in place of some.
    func login(_ replaced: [AuthField: String] = [:]) -> RequestLogin {
        func text(_ field: AuthField) -> String { replaced[field] ?? self.text(field) }
        return switch kind {
        case .none, .certificate: .none
        case .basic: .basic(user: text(.user), password: text(.password))
        case .digest: .digest(user: text(.user), password: text(.password))
        case .bearer: .bearer(token: text(.token))
        case .apiKey: .apiKey(name: text(.keyName), value: text(.key), inQuery: text(.place) == "query")
        case .aws:
            .aws(
                RequestLogin.AWSLogin(
                    keyID: text(.keyID), secret: text(.secretKey), region: text(.region), service: text(.service),
                    sessionToken: text(.sessionToken)))
        case .oauth2: .oauth2(id: text(.login), isIDToken: false)
        }
    }

    // MARK: Overlay

    var title: SafeText { SafeText("Login: \(kind.title)") }
    var isTyping: Bool { true }
    var joinsPastedLines: Bool { fields.indices.contains(focus) && fields[focus].choices.isEmpty }
    /// Secrets are hidden by their fields; a user must see what is typed into the others.
    var isVeiled: Bool { false }
    var files: [String] { [request.file] }

    var keys: [(String, String)] {
        let choice = fields.indices.contains(focus) && !fields[focus].choices.isEmpty
        return [("Enter", "next, done"), ("Tab", "field")] + (choice ? [("Left Right", "choose")] : [])
            + [("Esc", "drop")]
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: fields.count + 2 + AuthPreview.maxLines)
    }

    /// The fields in view: if there is no room for all, those around the one with the focus.
    private func shown(in inside: Rect) -> Range<Int> {
        let rows = inside.height - (refusal == nil ? 0 : 1)
        return ListSelection(index: focus).shown(count: fields.count, height: max(1, rows))
    }
    func row(at row: Int, in content: Rect) -> Int? { shown(in: content).dropFirst(row).first }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let fields = fields
        guard fields.indices.contains(focus) else { return [] }
        switch key {
        case .escape: model.overlays.close()
        case .tab, .down: focus = (focus + 1) % fields.count
        case .backTab, .up: focus = (focus + fields.count - 1) % fields.count
        case .enter where focus == fields.count - 1: return finish(on: &model)
        case .enter: focus += 1
        case .control("s"): return finish(on: &model)
        default: type(key, into: fields[focus])
        }
        return []
    }

    private mutating func type(_ key: Key, into name: AuthField) {
        var field = texts[name] ?? TextField(name.choices.first ?? "")
        if name.choices.isEmpty {
            _ = field.handle(key)
        } else {
            let step =
                switch key {
                case .left, "h": -1
                case .right, " ", "l": 1
                default: 0
                }
            guard step != 0 else { return }
            // The text may not be one of the choices: the first one, or the last one, is next then.
            let place = name.choices.firstIndex(of: field.text) ?? (step > 0 ? -1 : 0)
            field.set(name.choices[(place + step + name.choices.count) % name.choices.count])
        }
        texts[name] = field
        refusal = nil
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard fields.indices.contains(row) else { return [] }
        if focus == row { type(.right, into: fields[row]) }
        focus = row
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard fields.indices.contains(focus), fields[focus].choices.isEmpty else { return [] }
        texts[fields[focus], default: TextField()].paste(text)
        return []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let fields = fields
        let width = (fields.map(\.label.count).max() ?? 0) + 2
        for (offset, place) in shown(in: inside).enumerated() {
            let (row, name) = (inside.row(offset), fields[place])
            let isFocused = place == focus
            buffer.draw(
                SafeText(name.label), at: Point(x: row.x, y: row.y),
                style: Style(isFocused ? .titleFocused : .dim, isFocused ? .bold : []))
            var field = texts[name] ?? TextField(name.choices.first ?? "")
            let place = Rect(x: row.x + width, y: row.y, width: row.width - width, height: 1)
            if !name.choices.isEmpty {
                buffer.drawTruncated(
                    SafeText("< \(field.text) >"), at: Point(x: place.x, y: place.y), width: place.width,
                    style: Style(isFocused ? .input : .text))
                if isFocused { buffer.selected = Point(x: place.x, y: place.y) }
                continue
            }
            field.isSecret = name.isSecret && SecretName.isLiteral(field.text)
            field.placeholder = SafeText(name.placeholder)
            field.draw(in: place, isFocused: isFocused, on: &buffer)
        }
        let below = inside.dropping(fields.count + 1)
        let lines = AuthPreview(form: self, model: model).lines(width: below.width)
        buffer.draw(lines, in: Rect(x: below.x, y: below.y, width: below.width, height: max(0, below.height - 1)))
        if let refusal {
            buffer.drawTruncated(
                "! \(refusal)", at: Point(x: inside.x, y: inside.maxY - 1), width: inside.width,
                style: Style(.failure, .bold))
        }
    }
}

/// What the fields of a form hold at first.
private struct AuthTexts {
    private(set) var all: [AuthField: String] = [:]

    init(_ login: RequestLogin, _ kind: AuthKind, _ environments: EnvironmentSet, _ environment: String?) {
        switch login {
        case .none: break
        case .basic(let user, let password), .digest(let user, let password):
            (all[.user], all[.password]) = (user, password)
        case .bearer(let token): all[.token] = token
        case .apiKey(let name, let value, let inQuery):
            (all[.keyName], all[.key], all[.place]) = (name, value, inQuery ? "query" : "header")
        case .aws(let login):
            (all[.keyID], all[.secretKey]) = (login.keyID, login.secret)
            (all[.region], all[.service], all[.sessionToken]) = (login.region, login.service, login.sessionToken)
        case .oauth2(let id, _): all[.login] = id
        case .other: break
        }
        switch kind {
        case .oauth2: readLogin(environments, environment)
        case .certificate:
            guard let files = environments.clientCertificate(in: environment) else { return }
            all[.certificate] = files.certificate
            all[.certificateKey] = files.key
            all[.passphrase] = files.passphrase
        default: break
        }
    }

    private mutating func readLogin(_ environments: EnvironmentSet, _ environment: String?) {
        let names = environments.loginNames(in: environment)
        // With one login there is no other that could be meant.
        let id = all[.login] ?? (names.count == 1 ? names[0] : "")
        all[.login] = id
        for field in OAuthGrant.allCases.flatMap({ AuthKind.oauth2.fields($0) }) {
            guard let key = field.environmentKey else { continue }
            all[field] = environments.loginValue(key, of: id, in: environment)?.value
        }
        all[.grant] = all[.grant].map { OAuthGrant(written: $0)?.rawValue ?? $0 }
    }
}
