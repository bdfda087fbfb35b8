import Base
import NetEngine

/// The program that opens a body of some media type, as `APITUI_OPEN` says or the desktop does.
///
/// The variable holds entries such as `image/*=feh; application/pdf=zathura; text/*=!vim -R; *=xdg-open`: a media type,
/// `type/*` or `*`, and a shell command, which gets the file as its last argument. The first entry that fits counts. A
/// command after `!` gets the terminal.
package struct OpenCommand: Sendable, Hashable {
    package var command: String
    package var needsTerminal: Bool

    /// As sentences name it: without its arguments.
    package var programName: String { String(command.prefix { $0 != " " }) }

    package struct Problem: Error, Sendable, Hashable {
        package var sentence: String
    }

    package init(
        for type: ContentType, variable: (String) -> String? = processEnvironment, isInstalled: (String) -> Bool
    ) throws(Problem) {
        let essence = type.essence.isEmpty ? "application/octet-stream" : type.essence
        for entry in (variable("APITUI_OPEN") ?? "").split(separator: ";") {
            guard let equals = entry.firstIndex(of: "=") else {
                throw Problem(
                    sentence: "APITUI_OPEN: '\(entry.trimmingWhitespace())' is not TYPE=COMMAND, such as image/*=feh.")
            }
            let pattern = entry[..<equals].trimmingWhitespace().lowercased()
            let command = entry[entry.index(after: equals)...].trimmingWhitespace()
            guard Self.fits(pattern, essence), !command.isEmpty else { continue }
            needsTerminal = command.hasPrefix("!")
            self.command = needsTerminal ? command.dropFirst().trimmingWhitespace() : command
            return
        }
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(variable($0) ?? "").isEmpty }
        guard hasDesktop, isInstalled("xdg-open") else {
            throw Problem(
                sentence:
                    "No program here opens \(essence): set APITUI_OPEN, for example to 'image/*=feh; text/*=!less'.")
        }
        (command, needsTerminal) = ("xdg-open", false)
    }

    private static func fits(_ pattern: String, _ essence: String) -> Bool {
        if pattern == "*" || pattern == "*/*" || pattern == essence { return true }
        return pattern.hasSuffix("/*") && essence.hasPrefix(pattern.dropLast())
    }
}
