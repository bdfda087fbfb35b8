import Base
import Glibc
import NetEngine

/// Opens a URL in the user's browser, if there is one. Callers show the URL in any case.
package enum BrowserOpener {
    /// Accepts only `http` and `https`, and passes the URL as one argument, so that nothing in it can become a command.
    ///
    /// The browser may stay open for long: a ^C that ends the wait for the sign-in must not end it.
    /// - Returns: true if a program was started.
    @discardableResult
    package static func open(_ url: String, variable: (String) -> String? = processEnvironment) -> Bool {
        guard url.hasPrefix("https://") || url.hasPrefix("http://"),
            let command = command(for: url, variable: variable),
            let child = ChildProcess.start(command, streams: [nil, nil, nil])
        else { return false }
        // It ends by itself, but its status must be collected.
        _ = BackgroundThread.start {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
        }
        return true
    }

    /// True if a program that can open URLs is known.
    package static var isAvailable: Bool { command(for: "http://127.0.0.1/") != nil }

    /// The command from `$BROWSER` (a list separated by colons, whose first entry is used; `%s` is replaced by the URL,
    /// which is appended otherwise), or xdg-open if there is a display. It is not a shell command: words are separated
    /// by spaces.
    package static func command(
        for url: String, variable: (String) -> String? = processEnvironment
    ) -> [String]? {
        if let text = variable("BROWSER"), !text.isEmpty {
            let words = text.split(separator: ":").first.map { $0.split(separator: " ").map(String.init) } ?? []
            guard !words.isEmpty else { return nil }
            guard words.contains(where: { $0.contains("%s") }) else { return words + [url] }
            return words.map { $0.replacing(bytes: "%s", with: url) }
        }
        return variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil ? ["xdg-open", url] : nil
    }
}
