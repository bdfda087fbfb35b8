import Base
import Workspace

/// A path as a user types it.
enum UserPath {
    /// Absolute: relative to the working directory, `~/` to the home.
    static func absolute(
        _ text: String, home: String? = processEnvironment("HOME"), folder: String = DiskFile.workingDirectory
    ) -> String {
        if text == "~", let home { return home }
        if text.hasPrefix("~/"), let home { return PathText.join(home, String(text.dropFirst(2))) }
        let path = PathText.normalised(text, workingDirectory: folder)
        // The end says whether a file is named at all.
        return text.hasSuffix("/") && path != "/" ? path + "/" : path
    }
}
