import Base
import Dispatch
import NetEngine
import Settings
import TerminalUI
import Workspace

/// The folder of the user's theme files, each a base16 or base24 scheme.
package struct ThemeFolder: Sendable, Hashable {
    package let path: String

    package init(path: String) { self.path = path }

    /// `themes` in the folder of the configuration; nil without a home folder.
    package static func live(_ variable: (String) -> String? = processEnvironment) -> ThemeFolder? {
        UserFolder.config.path(variable).map { ThemeFolder(path: PathText.join($0, "themes")) }
    }

    private static let endings = [".yaml", ".yml"]

    static func isThemeFile(_ name: String) -> Bool { endings.contains { name.hasSuffix($0) && name != $0 } }

    /// All themes, by name; none if there is no folder.
    package func read() -> [UserTheme] {
        guard case .success(let entries) = DiskFile.entries(in: path) else { return [] }
        let files = entries.compactMap { String(validating: $0.name, as: UTF8.self) }.filter(Self.isThemeFile)
        var themes: [UserTheme] = []
        for file in files.sorted() {
            let theme = Self.read(PathText.join(path, file))
            if !themes.contains(where: { $0.name == theme.name }) { themes.append(theme) }
        }
        return themes
    }

    /// nil if there is no file of that name.
    func read(_ name: String) -> UserTheme? {
        guard !name.contains(bytes: "/") else { return nil }
        for ending in Self.endings {
            let file = PathText.join(path, name + ending)
            if DiskFile.info(file) != nil { return Self.read(file) }
        }
        return nil
    }

    /// The theme of a file, which may be anywhere; its name is the file's.
    package static func read(_ file: String) -> UserTheme {
        var name = PathText.name(of: file)
        for ending in endings where name.hasSuffix(ending) { name.removeLast(ending.count) }
        func unusable(_ sentence: String) -> UserTheme {
            UserTheme(name: name, path: file, scheme: .failure(UserTheme.Unusable(sentence: sentence)))
        }
        guard name != Themes.auto else {
            return unusable("\(file): the name \(name) is taken; give the file another one.")
        }
        switch DiskFile.read(file, limit: 1 << 20) {
        case .failure(let failure): return unusable("The theme \(file) cannot be read: \(failure.clause).")
        case .success(let bytes):
            do throws(SchemeProblem) {
                return UserTheme(name: name, path: file, scheme: .success(try SchemeReader.read(bytes, name: name)))
            } catch {
                return unusable(error.sentence(file))
            }
        }
    }
}

/// The theme that the screen begins with.
package struct FirstTheme: Sendable {
    package var choice = Themes.auto
    package var user: [UserTheme] = []
    /// What to tell the user: why it is not the theme that was wanted.
    package var said: String?

    /// No such theme was asked for on the command line.
    package struct Unknown: Error, Sendable, Hashable {
        package var sentence: String
    }

    /// - Parameters:
    ///   - flag: the name on the command line, which must be one.
    ///   - configured: the name in the configuration.
    ///   - kept: the file with the last choice on the screen.
    package init(
        flag: String? = nil, configured: String? = nil, kept: StateFile? = FirstTheme.file(),
        folder: ThemeFolder? = .live()
    ) throws(Unknown) {
        var wanted = flag ?? configured
        if wanted == nil {
            do throws(CollectionError) { wanted = try kept.map(Self.name(in:)) ?? nil } catch { said = error.sentence }
        }
        guard let wanted else { return }
        look(for: wanted, in: folder)
        if flag != nil { try requireKnown() }
    }

    fileprivate init(named wanted: String, in folder: ThemeFolder?) { look(for: wanted, in: folder) }

    private mutating func look(for wanted: String, in folder: ThemeFolder?) {
        // One file only: the first frame waits for it.
        user = [folder?.read(wanted)].compactMap(\.self)
        if let problem = user.first?.problem {
            said = problem
        } else if Themes(user: user).names.contains(wanted) {
            choice = wanted
        } else {
            said = Themes(user: folder?.read() ?? []).unknown(wanted)
        }
    }

    /// A theme whose file cannot be shown is known.
    fileprivate func requireKnown() throws(Unknown) {
        if let said, user.first?.problem == nil { throw Unknown(sentence: said) }
    }

    /// Where the choice on the screen is kept; nil without a home folder.
    package static func file(variable: (String) -> String? = processEnvironment) -> StateFile? {
        UserFolder.state.path(variable).map {
            StateFile(path: PathText.join($0, "theme"), what: "The file of the chosen theme", maxBytes: 1 << 16)
        }
    }

    private static func name(in file: StateFile) throws(CollectionError) -> String? {
        try name(in: file.read(), of: file.path)
    }

    /// The name in the content of such a file; nil if there is none.
    /// - Throws: one sentence.
    package static func name(in bytes: [UInt8], of path: String) throws(CollectionError) -> String? {
        guard !bytes.isEmpty else { return nil }
        // The beginning of a name may be another one's.
        guard let end = bytes.firstIndex(of: Byte.lineFeed) else {
            let place = "The file of the chosen theme \(path)"
            throw CollectionError(sentence: "\(place) ends in the middle of a name: choose a theme again.")
        }
        return end == 0 ? nil : String(decoding: bytes[..<end], as: UTF8.self)
    }
}

extension SettingsReading {
    /// Passes over a theme that cannot be shown, with a problem: the next source counts, as for every value that is wrong. A flag stays:
    /// the screen does not start with it.
    /// - Parameter isFirst: whether nothing was shown yet. Later only a variable is passed over: the screen keeps its colours, and takes
    ///   the theme that the file names as soon as there is one.
    package func withKnownTheme(isFirst: Bool = true, folder: ThemeFolder? = .live()) -> SettingsReading {
        lookedUp(isFirst: isFirst, folder).reading
    }

    /// The same for the start, with the theme that the screen begins with. Its file is read once: the first frame waits for it.
    /// - Parameters:
    ///   - flag: the name on the command line, which must be one.
    ///   - kept: the file with the last choice on the screen, which counts if there is no other.
    package func withFirstTheme(
        flag: String?, kept: StateFile? = FirstTheme.file(), folder: ThemeFolder? = .live()
    ) throws(FirstTheme.Unknown) -> (reading: SettingsReading, theme: FirstTheme) {
        let (reading, left) = lookedUp(isFirst: true, folder)
        guard let found = left, flag == nil || flag == reading.settings.theme else {
            return (reading, try FirstTheme(flag: flag, kept: kept, folder: folder))
        }
        if flag != nil { try found.requireKnown() }
        return (reading, found)
    }

    /// - Returns: with what was found of the theme that is left; nil if none is.
    private func lookedUp(isFirst: Bool, _ folder: ThemeFolder?) -> (reading: SettingsReading, theme: FirstTheme?) {
        var reading = self
        while let theme = reading.settings.theme {
            let found = FirstTheme(named: theme, in: folder)
            guard let sentence = found.said else { return (reading, found) }
            switch reading.settings.entry(.theme).source {
            case .variable(let name):
                reading.problems.append(SettingsProblem(nil, "The variable \(name) is ignored: \(sentence)"))
            case .file(let line) where isFirst:
                reading.problems.append(SettingsProblem(FilePlace(line: line, column: 1), sentence))
            case .flag where isFirst:
                reading.problems.append(SettingsProblem(nil, sentence))
                return (reading, found)
            case .file, .flag, .standard: return (reading, found)
            }
            reading.settings.passOver(.theme, in: reading.file)
        }
        return (reading, nil)
    }
}

extension EffectRunner {
    /// Reads the user's themes, and follows their folder from then on.
    func readThemes() {
        guard let folder = themeFolder else { return }
        let (watch, post) = (watch, post)
        Background.run {
            if DiskFile.info(folder.path) != nil, let problem = watch?.cover([folder.path]).problem {
                post(.failed(sentence: problem))
            }
            post(.themesRead(folder.read()))
        }
    }

    func keepTheme(_ name: String) {
        guard let file = keptTheme else {
            return post(.failed(sentence: UserFolder.state.missing("The theme is not kept")))
        }
        let (post, keeping) = (post, keeping)
        keeping.enter()
        Background.run {
            defer { keeping.leave() }
            let sentence = file.change { bytes in
                bytes = Array(name.utf8) + [Byte.lineFeed]
                return nil
            }
            if let sentence { post(.failed(sentence: sentence)) }
        }
    }

    /// Waits until the last choice and all values of environment files are on the disk, two seconds at most. Called once, at the end.
    package func finishKeeping() { _ = keeping.wait(timeout: .now() + 2) }
}
