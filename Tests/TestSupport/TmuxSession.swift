import Foundation

/// A real terminal for the built program: tmux on its own socket, with a shell inside.
///
/// `send` and `type` enter keys; `screen` returns what the screen shows. The only waits are for the screen to show
/// something, with a deadline. The tmux server ends with the last reference.
public final class TmuxSession: Sendable {
    private let socket: String
    private let environment: [String: String]
    public let home: TemporaryFolder

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Starts a shell with the prompt `$ ` in a window of this size.
    public init(columns: Int = 120, rows: Int = 40, environment: [String: String] = [:]) async throws {
        home = try TemporaryFolder()
        socket = "\(home.path)/tmux"
        self.environment = BuiltProgram.environment(
            home: home,
            adding: ["TMUX_TMPDIR": home.path, "SHELL": "/bin/bash"].merging(environment) { $1 })
        try home.write(
            "set -g default-terminal tmux-256color\nset -g status off\nset -sg escape-time 0\nset -g history-limit 5000\n",
            to: "tmux.conf")
        // A non-interactive shell drops PS1, and tmux starts its command through one.
        try home.write("PS1='$ '\n", to: "bashrc")
        try await tmux(
            "new-session", "-d", "-x", String(columns), "-y", String(rows),
            "/bin/bash --noprofile --rcfile \(home.path)/bashrc -i")
        try await waitForScreen(containing: "$")
    }

    deinit {
        let (socket, environment, home) = (socket, environment, home)
        Task.detached {
            _ = try? await ProgramRun.run(
                "/usr/bin/env", ["tmux", "-S", socket, "kill-server"], environment: environment)
            withExtendedLifetime(home) {}
        }
    }

    // MARK: - In

    /// Presses keys by their tmux names: `Enter`, `Escape`, `C-c`, `Down`, `s`.
    public func send(_ keys: String...) async throws {
        for key in keys { try await tmux("send-keys", key) }
    }

    /// Types text literally.
    public func type(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

    /// Passes bytes to the program in the window all at once, as a terminal delivers its replies.
    public func hand(_ bytes: [UInt8]) async throws {
        try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// Types a shell command and presses Enter.
    public func run(_ command: String) async throws {
        try await type(command)
        try await send("Enter")
    }

    public func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", String(columns), "-y", String(rows))
    }

    // MARK: - Out

    /// The text on the screen now.
    public func screen() async throws -> String { try await tmux("capture-pane", "-p") }

    /// The screen with its colours and emphasis as escape sequences.
    public func coloredScreen() async throws -> String { try await tmux("capture-pane", "-p", "-e") }

    /// The screen and everything that has scrolled off it.
    public func scrollback() async throws -> String { try await tmux("capture-pane", "-p", "-S", "-") }

    /// The newest buffer of tmux: what was copied.
    public func buffer() async throws -> String { try await tmux("show-buffer") }

    /// Sets an option of the tmux server.
    public func setOption(_ name: String, _ value: String) async throws {
        try await tmux("set-option", "-s", name, value)
    }

    /// A value of a tmux variable, such as `alternate_on` or `pane_title`.
    public func value(_ name: String) async throws -> String {
        try await tmux("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .newlines)
    }

    /// Waits until a tmux variable has a value. A frame places the cursor after its cells, so the screen can be ahead of it.
    public func waitForValue(_ name: String, _ expected: String) async throws {
        _ = try await poll {
            try await value(name)
        } until: { value in
            value == expected
        } failure: { value in
            "\(name) is \(value), not \(expected), after \(LongestWait.duration)"
        }
    }

    /// Waits until the screen shows all of the texts, then returns it.
    @discardableResult
    public func waitForScreen(containing texts: String...) async throws -> String {
        try await waitForScreen(showing: texts.map { "'\($0)'" }.joined(separator: " and ")) { screen in
            texts.allSatisfy { screen.contains($0) }
        }
    }

    /// Waits until the screen fulfils the condition, then returns it.
    @discardableResult
    public func waitForScreen(
        showing what: String, where isRight: @Sendable (String) -> Bool
    ) async throws -> String {
        try await poll {
            try await screen()
        } until: { screen in
            isRight(screen)
        } failure: { screen in
            "no \(what) within \(LongestWait.duration); the screen was:\n\(screen)"
        }
    }

    /// Reads a text until it is right, and returns it. The pauses in between grow, because each reading starts tmux: tests
    /// that read often leave little processor time to the programs that they wait for.
    private func poll(
        _ read: () async throws -> String, until isRight: (String) -> Bool, failure: (String) -> String
    ) async throws -> String {
        let deadline = ContinuousClock.now + LongestWait.duration
        var pause = Duration.milliseconds(20)
        while true {
            let text = try await read()
            if isRight(text) { return text }
            guard ContinuousClock.now < deadline else { throw Failure(description: failure(text)) }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(160))
        }
    }

    /// Waits until a program in the window has called `tmux wait-for -S CHANNEL`, now or before.
    public func waitForSignal(_ channel: String) async throws { try await tmux("wait-for", channel) }

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let run = try await ProgramRun.run(
            "/usr/bin/env", ["tmux", "-S", socket, "-f", "\(home.path)/tmux.conf"] + arguments, environment: environment
        )
        guard run.status == 0 else {
            throw Failure(description: "tmux \(arguments.joined(separator: " ")): \(run.errorText)")
        }
        return run.text
    }
}
