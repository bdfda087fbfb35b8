import Base
import HTTPFormat
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
