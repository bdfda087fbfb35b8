import Base
import HTTPFormat
import TerminalUI
import Workspace

// What a form for a login writes: lines of the request, values of environment files, or both.

extension AuthForm {
    /// Closes it and writes; if that is refused it stays open and says why.
    mutating func finish(on model: inout Model) -> [Effect] {
        let open = model.overlays
        model.overlays.close()
        do throws(EditStop) {
            return try write(on: &model)
        } catch {
            refusal = error.sentence ?? refusal
            model.overlays = open
            return []
        }
    }

    private func write(on model: inout Model) throws(EditStop) -> [Effect] {
        guard let request = model.tree.request(request) else {
            throw EditStop(sentence: "The request is no longer in the file.")
        }
        let bytes = model.tree.files[self.request.file]?.file.document.bytes
        let edits = try environmentEdits(model)
        var effects: [Effect] = edits.isEmpty ? [] : [.saveLogin(edits)]
        var (replaced, moves) = ([AuthField: String](), [SecretMove]())
        if keepsSecretsPrivate {
            for field in newSecrets {
                let name = model.freeName(field.variable, for: self.request.file, besides: moves.map(\.name))
                let place = model.secretPlace(named: name, for: self.request.file, nil, isVisible: false)
                moves.append(place.move(of: text(field)))
                replaced[field] = "{{\(name)}}"
            }
        }
        if kind.isInRequest { try model.write(login(replaced), to: self.request, request) }
        for move in moves {
            model.modifyCurrentPane { $0.unsavedVariables.append((move.name, move.edit)) }
        }
        // Several secrets are one change, so that u takes all of them back.
        if moves.count > 1 {
            effects.append(.saveLogin(moves.map(\.edit)))
        } else {
            effects += moves.map { .moveSecret($0) }
        }
        if effects.isEmpty {
            let isUnchanged = model.tree.files[self.request.file]?.file.document.bytes == bytes
            model.say(
                isUnchanged
                    ? "Nothing was changed."
                    : "The login is \(kind.title). \(model.sentenceOnKeeping(self.request.file))")
        }
        return effects + model.showVariables()
    }

    // MARK: Environment files

    /// The environment that new values are written for.
    func environment(_ model: Model) -> String { model.settings.environmentName ?? EnvironmentSet.shared }

    /// The values that changed, each where it stands or where it belongs.
    func environmentEdits(_ model: Model) throws(EditStop) -> [EnvironmentFileEdit] {
        switch kind {
        case .oauth2:
            guard !text(.login).isEmpty else { throw EditStop(sentence: "The login needs a name.") }
            for field in [AuthField.tokenURL, .clientID] where text(field).isEmpty {
                throw EditStop(sentence: "\(field.label) must not be empty.")
            }
        case .certificate:
            guard !text(.certificate).isEmpty else {
                throw EditStop(sentence: "Name the file of the certificate. On Options a request leaves it out.")
            }
        default: return []
        }
        var edits: [EnvironmentFileEdit] = []
        for field in kind.fields(grant) {
            if let key = field.environmentKey { edits += self.edits(of: field, key, model) }
        }
        return edits
    }

    private func edits(of field: AuthField, _ key: String, _ model: Model) -> [EnvironmentFileEdit] {
        if kind == .certificate { return certificateEdits(of: field, key, model) }
        let (set, environment) = (model.environments(of: request.file), environment(model))
        let value = text(field)
        if let known = set.loginValue(key, of: text(.login), in: model.settings.environmentName) {
            // The grant of a form is spelt as its choices are.
            let shown = known.value.map { field == .grant ? OAuthGrant(written: $0)?.rawValue ?? $0 : $0 }
            guard shown != value, !known.path.isEmpty else { return [] }
            if field.isSecret, !known.isPrivate, SecretName.isLiteral(value) {
                return set.secretMove(of: known, to: value).edits
            }
            return [EnvironmentFileEdit(file: known.file, path: known.path, value: value, expected: known.value)]
        }
        guard !value.isEmpty else { return [] }
        let path = [environment, "Security", "Auth", text(.login), key]
        if field.isSecret, SecretName.isLiteral(value) { return [privateEdit(path, value, isNew: true, model)] }
        return [
            EnvironmentFileEdit(
                file: model.publicFile(of: set), path: path, value: value, isNew: true, makesFile: set.publicFile == nil
            )
        ]
    }

    /// All settings of a certificate are read from one file. Where others see that file, a new passphrase becomes a variable
    /// of the private one.
    private func certificateEdits(of field: AuthField, _ key: String, _ model: Model) -> [EnvironmentFileEdit] {
        let value = text(field)
        guard value != before[field] ?? "" else { return [] }
        let files = model.environments(of: request.file).clientCertificate(in: model.settings.environmentName)
        let owner = files?.environment ?? environment(model)
        let path = [owner, "SSLConfiguration", key]
        guard let files else { return [privateEdit(path, value, isNew: false, model)] }
        guard field.isSecret, SecretName.isLiteral(value),
            !EnvironmentReader.isPrivate(PathText.name(of: files.file))
        else { return [EnvironmentFileEdit(file: files.file, path: path, value: value)] }
        let name = model.freeName(key, for: request.file, besides: [])
        return [
            privateEdit([owner, name], value, isNew: true, model),
            EnvironmentFileEdit(file: files.file, path: path, value: "{{\(name)}}"),
        ]
    }

    private func privateEdit(
        _ path: [String], _ value: String, isNew: Bool, _ model: Model
    ) -> EnvironmentFileEdit {
        let place = model.secretPlace(named: path.last ?? "", for: request.file, nil, isVisible: false)
        return EnvironmentFileEdit(
            file: place.file, path: path, value: value, isNew: isNew, makesFile: place.isNewFile)
    }
}

extension Model {
    /// Writes a login into the lines of a request.
    mutating func write(
        _ login: RequestLogin, to key: RequestKey, _ request: SavedRequest
    ) throws(EditStop) {
        let edits: [HTTPDocument.Edit]
        do throws(HTTPDocument.EditRefusal) {
            edits = try login.edits(of: request)
        } catch {
            throw EditStop(sentence: error.sentence)
        }
        try edit(key, by: edits)
    }

    /// A name that no variable has yet.
    func freeName(_ name: String, for file: String, besides taken: [String]) -> String {
        let (set, environment) = (environments(of: file), settings.environmentName)
        let defined = Set(tree.files[file]?.file.document.definitions.map(\.name) ?? []).union(taken)
        func isFree(_ name: String) -> Bool {
            !defined.contains(name) && set.variable(name, in: environment) == nil
                && set.dotEnvVariable(name, in: environment) == nil
        }
        return isFree(name) ? name : (2...).lazy.map { "\(name)\($0)" }.first(where: isFree) ?? name
    }

    /// ` Client Secret is no longer in http-client.env.json.`
    private func sentenceOnRemoved(_ edits: [EnvironmentFileEdit]) -> String {
        let removals = edits.filter(\.isRemoval)
        guard !removals.isEmpty else { return "" }
        let names = removals.compactMap(\.path.last).joined(separator: " and ")
        return " \(names) \(removals.count == 1 ? "is" : "are") no longer in \(files(of: removals))."
    }

    mutating func loginSaved(_ edits: [EnvironmentFileEdit], _ problem: String?) -> [Effect] {
        let taken = noteWritten(.login(edits), problem)
        if let problem {
            if let edit = edits.first { sayUnsaved(edit, problem) }
        } else {
            for edit in edits { forgetUnsaved(edit) }
            let saved = "The login is saved in \(files(of: edits.filter { !$0.isRemoval }))."
            sayWritten(edits, taken ?? saved + sentenceOnRemoved(edits))
        }
        return loadEnvironments() + showVariables()
    }
}
