import Base
import NetEngine

/// The settings as they hold, each with where it comes from.
package struct EffectiveSettings: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case standard
        case file(line: Int)
        case variable(String)
        case flag(String)

        /// `default`, `config.yaml:3`, or the name of the variable or flag.
        package var words: String {
            switch self {
            case .standard: "default"
            case .file(let line): "\(SettingsFile.name):\(line)"
            case .variable(let name): "variable \(name)"
            case .flag(let name): name
            }
        }
    }

    package struct Entry: Sendable, Hashable {
        /// nil if nothing is set, and nothing by default.
        package var value: SettingValue?
        /// As it is written; what holds otherwise, if nothing is set.
        package var text: String
        package var source: Source
    }

    package private(set) var entries: [SettingID: Entry] = [:]

    /// The defaults.
    package init() {
        for setting in Setting.table { entries[setting.id] = setting.standardEntry }
    }

    /// A flag goes before a variable, that before the file, and that before what other programs read, too.
    /// - Parameters:
    ///   - flags: checked values by setting, with the flag's name.
    ///   - variable: looks up an environment variable.
    ///   - last: what held before; a setting whose line cannot be understood keeps it.
    /// - Returns: the settings, with a sentence for each variable that cannot be understood.
    package static func resolve(
        _ file: SettingsFile, flags: [SettingID: (name: String, text: String)] = [:],
        variable: (String) -> String?, last: EffectiveSettings? = nil
    ) -> (settings: EffectiveSettings, problems: [SettingsProblem]) {
        var (effective, problems) = (EffectiveSettings(), [SettingsProblem]())
        for setting in Setting.table {
            let id = setting.id
            if let flag = flags[id], let value = try? setting.read(flag.text) {
                effective.entries[id] = Entry(value: value, text: flag.text, source: .flag(flag.name))
                continue
            }
            if let text = variable(setting.variable), !text.isEmpty {
                do throws(SettingRefusal) {
                    let value = try setting.read(text)
                    effective.entries[id] = Entry(value: value, text: text, source: .variable(setting.variable))
                    continue
                } catch {
                    problems.append(SettingsProblem(nil, "The variable \(setting.variable) \(error.clause)"))
                }
            }
            if let entry = file.entries[id] {
                effective.entries[id] = Entry(value: entry.value, text: entry.text, source: .file(line: entry.line))
                continue
            }
            if file.isLost || file.refused.contains(id), let kept = last?.entries[id] {
                effective.entries[id] = kept
                continue
            }
            for name in setting.sharedVariables {
                guard let text = variable(name), let value = try? setting.read(text) else { continue }
                effective.entries[id] = Entry(value: value, text: text, source: .variable(name))
                break
            }
        }
        return (effective, problems)
    }

    /// Takes the next source of a setting whose value turned out to be none, such as a name that no theme has: the file after the
    /// variable, then what holds if nothing is set.
    package mutating func passOver(_ id: SettingID, in file: SettingsFile) {
        if case .variable = entry(id).source, let next = file.entries[id] {
            entries[id] = Entry(value: next.value, text: next.text, source: .file(line: next.line))
        } else {
            entries[id] = Setting.rows[id]?.standardEntry
        }
    }

    package func entry(_ id: SettingID) -> Entry {
        entries[id] ?? Entry(value: nil, text: "", source: .standard)
    }

    // MARK: Typed

    private func text(_ id: SettingID) -> String? {
        if case .text(let text)? = entries[id]?.value { text } else { nil }
    }

    /// nil if nobody set it, so that what holds otherwise can say so.
    private func chosenTime(_ id: SettingID) -> Duration? {
        if case .time(let time)? = entries[id]?.value, entries[id]?.source != .standard { time } else { nil }
    }

    /// nil if nobody chose one.
    package var theme: String? { text(.theme) }
    /// The name of a layout, or `auto`.
    package var layout: String { text(.layout) ?? "" }
    package var isPlain: Bool { entries[.plain]?.value == .toggle(true) }
    package var usesMouse: Bool { entries[.mouse]?.value != .toggle(false) }
    /// A word of `--images`.
    package var images: String { text(.images) ?? "auto" }
    /// nil for what is installed.
    package var editor: String? { text(.editor) }
    /// nil for what is installed.
    package var pager: String? { text(.pager) }
    /// nil for the engine's own.
    package var timeout: Duration? { chosenTime(.timeout) }
    /// nil for the engine's own.
    package var connectTimeout: Duration? { chosenTime(.connectTimeout) }
    /// nil for the command's own.
    package var cache: CacheMode? { text(.cache).flatMap(CacheMode.init) }
    /// nil for no limit.
    package var maxBody: Int? {
        if case .size(let size)? = entries[.maxBody]?.value, size != .max { size } else { nil }
    }
    package var logAge: Duration? { chosenTime(.logAge) }
    package var logSize: Int? {
        if case .size(let size)? = entries[.logSize]?.value, entries[.logSize]?.source != .standard {
            size
        } else {
            nil
        }
    }
}

extension Setting {
    fileprivate var standardEntry: EffectiveSettings.Entry {
        EffectiveSettings.Entry(
            value: standard.flatMap { try? read($0) }, text: standard ?? otherwise, source: .standard)
    }
}
