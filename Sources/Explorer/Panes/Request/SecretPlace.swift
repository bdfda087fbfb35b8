import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// The private file for a secret.
struct SecretPlace: Sendable, Hashable {
    /// Absolute.
    var file: String
    /// Where in it: the environment and the name.
    var path: [String]
    /// Whether the file is to be made.
    var isNewFile: Bool
    /// The same as the user sees it.
    var shownFile: String
    /// What is taken out of the public file once the secret is in the private one; nil where nothing is to go.
    var source: SecretMove.Source?
    /// The public file that contains the secret today, as the user sees it; nil if none does.
    var shownSource: String?

    /// Whether the secret may stay in its file: others can read it there already.
    var mayStay: Bool { shownSource != nil }

    func move(of value: String) -> SecretMove {
        SecretMove(
            edit: EnvironmentFileEdit(file: file, path: path, value: value, isNew: true, makesFile: isNewFile),
            source: source)
    }
}

extension RequestEdit.VariableEdit {
    /// What Enter does with a secret, in a sentence or two; nil for what is none.
    var destination: String? {
        guard let secret else { return nil }
        if field.text.contains(bytes: "{{"), !staysInPlace {
            return "Names of variables are not secret: Enter writes this to the file that others see."
        }
        // Without a value nothing is moved.
        if !SecretName.isLiteral(field.text), secret.mayStay { return nil }
        let file = secret.isNewFile ? "\(secret.shownFile) (new, for you alone)" : secret.shownFile
        if staysInPlace {
            return "Enter leaves it in \(secret.shownSource ?? ""), which others may see. Tab: move it to \(file)."
        }
        guard let source = secret.shownSource else { return "A secret: Enter writes it to \(file)." }
        return "A secret that others may see: Enter moves it to \(file). Tab: leave it in \(source)."
    }
}

extension Model {
    /// Where a variable belongs that is a secret and would be written to a file that others see; nil for any other.
    /// - Parameter text: the value as written in its file.
    func secretPlace(_ row: VariableRow, _ text: String) -> SecretPlace? {
        guard let open = current,
            SecretName.isSecret(row.name) || row.isSecret || isPrivateElsewhere(row, for: open.key.file)
        else { return nil }
        let isLiteral = SecretName.isLiteral(text)
        switch row.source {
        case .environment(_, _, isPrivate: false)?, .shared(_, isPrivate: false)?:
            guard let variable = environmentVariable(row), variable.path.count > 1 else { return nil }
            let place = environments(of: open.key.file).privatePlace(of: variable)
            return secretPlace(
                place.file, place.path, isNew: place.isNew, EnvironmentSet.publicSource(of: variable, as: text),
                isVisible: isLiteral)
        case .file(let line)?:
            return secretPlace(
                named: row.name, for: open.key.file, .definition(open.key.file, line: line, rawValue: text),
                isVisible: isLiteral)
        case .imported(let file, let line)?:
            guard let path = tree.filePath(of: file) else { return nil }
            return secretPlace(
                named: row.name, for: path, .definition(path, line: line, rawValue: text), isVisible: isLiteral)
        case nil: return secretPlace(named: row.name, for: open.key.file, nil, isVisible: false)
        default: return nil
        }
    }

    /// Whether a name without a value has one in the private file of another environment, as in the table of environments.
    private func isPrivateElsewhere(_ row: VariableRow, for file: String) -> Bool {
        guard row.source == nil else { return false }
        return environments(of: file).variables.values.contains { $0[row.name]?.isPrivate == true }
    }

    /// In the nearest private file there is, else beside the nearest environment file, else in the collection's root.
    func secretPlace(
        named name: String, for file: String, _ source: SecretMove.Source?, isVisible: Bool
    ) -> SecretPlace {
        let set = environments(of: file)
        let place = set.privateFile(elseIn: environmentRoot)
        // What a file defines holds in all environments; what has no value lacks it in the chosen one.
        let environment = settings.environmentName.flatMap { environment in
            source == nil || set.variables[environment]?[name] != nil ? environment : nil
        }
        return secretPlace(
            place.path, [environment ?? EnvironmentSet.shared, name], isNew: place.isNew, source, isVisible: isVisible)
    }

    private func secretPlace(
        _ file: String, _ path: [String], isNew: Bool, _ source: SecretMove.Source?, isVisible: Bool
    ) -> SecretPlace {
        SecretPlace(
            file: file, path: path, isNewFile: isNew, shownFile: withoutRoot(file), source: source,
            shownSource: isVisible ? source.map { withoutRoot($0.file) } : nil)
    }
}
