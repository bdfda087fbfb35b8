import Foundation

/// The program as built for this test run, and the location of the package's files.
public enum BuiltProgram {
    /// The package's root folder.
    public static let packageRoot = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    /// The path of `apitui`: the one that the environment variable `APITUI` names, as `.ci/run` does with the release build;
    /// otherwise the one next to the test bundle that is running.
    public static let path = ProcessInfo.processInfo.environment["APITUI"] ?? beside("apitui")

    /// The path of another program of the package, next to the test bundle that is running.
    public static func beside(_ name: String) -> String {
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = bundle.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : "\(packageRoot)/.build/debug/\(name)"
    }

    public static let demoCollection = packageRoot + "/Collections/Demo"

    /// An environment without the user's own settings: a separate home, UTF-8, no colour setting.
    public static func environment(home: TemporaryFolder, adding: [String: String] = [:]) -> [String: String] {
        let base = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home.path,
            "XDG_CONFIG_HOME": "\(home.path)/config", "XDG_STATE_HOME": "\(home.path)/state",
            "XDG_CACHE_HOME": "\(home.path)/cache", "XDG_DATA_HOME": "\(home.path)/data", "LC_ALL": "C.UTF-8",
            "TERM": "tmux-256color", "TZ": "UTC",
        ]
        return base.merging(adding) { $1 }
    }
}
