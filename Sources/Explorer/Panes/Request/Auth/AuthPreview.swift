import Base
import HTTPFormat
import TerminalUI
import Workspace

/// What a form for a login leads to: the header as it is sent, and the files that get a new text.
struct AuthPreview {
    static let maxLines = 5

    let form: AuthForm
    let model: Model

    func lines(width: Int) -> [Line] {
        var lines: [Line] = []
        for (label, text) in facts {
            let label = label + String(repeating: " ", count: max(1, 9 - label.count))
            for (place, part) in WrappedText.lines(text, width: max(8, width - 9)).enumerated() {
                let head = place == 0 ? label : String(repeating: " ", count: 9)
                lines.append([Span(SafeText(head), .dim), Span(SafeText(part), .text)])
            }
        }
        return lines
    }

    private var facts: [(String, String)] {
        switch form.kind {
        case .none: return []
        case .certificate:
            return [
                ("Sent", "to servers that ask for a certificate, by requests in \(environment)"), ("Written", files),
            ]
        case .oauth2:
            return [
                ("Sent", "Authorization: Bearer and the token, which is fetched with \(form.text(.grant))"),
                ("Written", files),
            ]
        default:
            var facts = [("Sent", sent), ("Written", place)]
            if form.keepsSecretsPrivate, let name = form.newSecrets.first {
                let file = model.secretPlace(named: name.variable, for: form.request.file, nil, isVisible: false)
                facts.append(
                    (
                        "Secret",
                        "in \(file.shownFile)\(file.isNewFile ? " (new, for you alone)" : ""), \(environment); "
                            + "the request names it"
                    ))
            } else if !form.newSecrets.isEmpty {
                facts.append(("Secret", "in the request's file, which others may see"))
            }
            return facts
        }
    }

    private var environment: String {
        model.settings.environmentName.map { "the environment \($0)" } ?? "all environments"
    }

    /// The header or parameter, without what is secret.
    private var sent: String {
        var hidden: [AuthField: String] = [:]
        for field in form.kind.fields(form.grant) where field.isSecret && SecretName.isLiteral(form.text(field)) {
            hidden[field] = "*****"
        }
        let login = form.login(hidden)
        do throws(HTTPDocument.EditRefusal) {
            switch login {
            case .apiKey(let name, let value, let inQuery):
                return inQuery ? "?\(name)=\(value)" : "\(name): \(value)"
            case .basic: return "Authorization: \(try login.authorization() ?? ""), in Base64"
            case .digest: return "nothing at first; then the answer to the server's challenge"
            case .aws: return "Authorization: AWS4-HMAC-SHA256, a signature over the finished request"
            default: return "Authorization: \(try login.authorization() ?? "")"
            }
        } catch {
            return error.sentence
        }
    }

    private var place: String {
        guard let request = model.tree.request(form.request) else { return "" }
        let file = model.withoutRoot(form.request.file)
        if model.tree.files[form.request.file]?.file.described != nil {
            return "with what you change of this request; \(file) stays as it is"
        }
        return switch RequestLogin.read(request).place {
        case .header(let index): "\(file), line \(request.headers[index].line)"
        case .parameter(let index): "\(file), line \(request.parameters[index].line)"
        case nil: "\(file), a new line"
        }
    }

    /// The files with new texts.
    private var files: String {
        let edits: [EnvironmentFileEdit]
        do throws(EditStop) { edits = try form.environmentEdits(model) } catch { return error.sentence ?? "" }
        guard !edits.isEmpty else { return "nothing new" }
        var texts: [String] = []
        for file in Set(edits.map(\.file)).sorted() {
            let own = edits.filter { $0.file == file }
            let isNew = own.contains(where: \.makesFile) ? " (new)" : ""
            let names = own.map { "\($0.isRemoval ? "without " : "")\($0.path.last ?? "")" }
            texts.append("\(model.withoutRoot(file))\(isNew): \(names.joined(separator: ", "))")
        }
        return texts.joined(separator: "; ")
    }
}
