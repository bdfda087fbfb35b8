import Base
import Explorer
import NetEngineRequestLog
import Settings

/// The configuration for commands without a screen.
enum ProgramSettings {
    /// Reads it, and says each problem once on standard error. The command goes on with what holds.
    static func load() -> EffectiveSettings {
        let source = SettingsSource.live()
        let reading = source.read()
        for problem in reading.problems {
            StandardStreams.live.report(SafeText("apitui: \(problem.text(source.path ?? SettingsFile.name))"))
        }
        return reading.settings
    }
}

extension EffectiveSettings {
    /// How much the request log keeps.
    var logLimits: RequestLogLimits {
        var limits = RequestLogLimits()
        if let logAge { limits.age = logAge }
        if let logSize { limits.totalBytes = logSize }
        return limits
    }
}
