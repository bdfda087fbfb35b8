import Base
import Glibc

/// Sources of values outside the request's file and environment. Injected, so that tests control them.
package struct DynamicSources: Sendable {
    var uuid: @Sendable () -> String
    /// Seconds since 1970.
    var now: @Sendable () -> Int64
    var randomInt: @Sendable (Range<Int>) -> Int
    var processEnvironment: @Sendable (String) -> String?
    /// Milliseconds since 1970; nil falls back to whole seconds.
    var nowMilliseconds: (@Sendable () -> Int64)?
    /// The offset east of UTC, in seconds, of the user's time zone at a moment in seconds since 1970.
    var localOffset: @Sendable (Int64) -> Int64 = { _ in 0 }

    var milliseconds: Int64 { nowMilliseconds?() ?? now() &* 1000 }

    static let live = DynamicSources(
        uuid: {
            var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
            // RFC 9562 §5.4: version 4, variant 10.
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            let digits = Array("0123456789abcdef".utf8)
            var text: [UInt8] = []
            for (index, byte) in bytes.enumerated() {
                if [4, 6, 8, 10].contains(index) { text.append(Byte.minus) }
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            return String(decoding: text, as: UTF8.self)
        },
        now: { Int64(time(nil)) },
        randomInt: { $0.isEmpty ? $0.lowerBound : Int.random(in: $0) },
        processEnvironment: { Base.processEnvironment($0) },
        nowMilliseconds: {
            var moment = timespec()
            clock_gettime(CLOCK_REALTIME, &moment)
            return Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000
        },
        localOffset: { seconds in
            var moment = time_t(clamping: seconds)
            var local = tm()
            guard localtime_r(&moment, &local) != nil else { return 0 }
            return Int64(local.tm_gmtoff)
        })
}
