import NetEngine

extension DurationText {
    /// Seconds with six decimals, as programs read them: `12.345000`.
    static func seconds(_ duration: Duration) -> String {
        let micros = microseconds(duration)
        return "\(micros / 1_000_000).\(CivilTime.padded(micros % 1_000_000, 6))"
    }
}
