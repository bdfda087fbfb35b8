import Base
import NetEngine
import Testing

@testable import RequestLog

@Suite struct LocalZoneTests {
    /// A zone whose clocks are set forward by an hour in 2025, and back.
    struct Place: Sendable {
        var zone: LocalZone

        /// - Parameter winter: hours east of UTC.
        init(_ winter: Int, forward: Int64, back: Int64) {
            zone = LocalZone { second in
                // South of the equator clocks are set back before they are set forward.
                let isSummer = forward < back ? (forward..<back).contains(second) : !(back..<forward).contains(second)
                return (winter + (isSummer ? 1 : 0)) * 3600
            }
        }

        static let losAngeles = Place(-8, forward: 1_741_514_400, back: 1_762_074_000)
        static let newYork = Place(-5, forward: 1_741_503_600, back: 1_762_063_200)
        static let berlin = Place(1, forward: 1_743_296_400, back: 1_761_440_400)
        static let auckland = Place(12, forward: 1_758_981_600, back: 1_743_861_600)
    }

    @Test(arguments: [
        (Place.losAngeles, "2025-01-15T12:00", "2025-01-15T20:00"),
        (.losAngeles, "2025-03-09T01:59", "2025-03-09T09:59"), (.losAngeles, "2025-03-09T03:00", "2025-03-09T10:00"),
        (.losAngeles, "2025-03-09T17:30", "2025-03-10T00:30"), (.losAngeles, "2025-11-02T00:59", "2025-11-02T07:59"),
        (.losAngeles, "2025-11-02T02:00", "2025-11-02T10:00"), (.newYork, "2025-03-09T01:59", "2025-03-09T06:59"),
        (.newYork, "2025-03-09T03:00", "2025-03-09T07:00"), (.newYork, "2025-07-04T23:59", "2025-07-05T03:59"),
        (.newYork, "2025-11-02T00:00", "2025-11-02T04:00"), (.newYork, "2025-11-02T02:00", "2025-11-02T07:00"),
        (.berlin, "2025-03-30T01:59", "2025-03-30T00:59"), (.berlin, "2025-03-30T03:00", "2025-03-30T01:00"),
        (.berlin, "2025-10-26T01:59", "2025-10-25T23:59"), (.berlin, "2025-10-26T03:00", "2025-10-26T02:00"),
        (.auckland, "2025-04-06T01:59", "2025-04-05T12:59"), (.auckland, "2025-04-06T03:00", "2025-04-05T15:00"),
        (.auckland, "2025-09-28T01:59", "2025-09-27T13:59"), (.auckland, "2025-09-28T03:00", "2025-09-27T14:00"),
    ])
    func `a time that clocks show once is that moment, west and east of UTC`(
        _ place: Place, _ shown: String, _ utc: String
    ) throws {
        #expect(try moment(shown, place) == utc)
    }

    @Test(arguments: [
        (Place.losAngeles, "2025-11-02T01:30", "2025-11-02T09:30"), (.newYork, "2025-11-02T01:00", "2025-11-02T06:00"),
        (.newYork, "2025-11-02T01:30", "2025-11-02T06:30"), (.newYork, "2025-11-02T01:59", "2025-11-02T06:59"),
        (.berlin, "2025-10-26T02:00", "2025-10-26T01:00"), (.berlin, "2025-10-26T02:30", "2025-10-26T01:30"),
        (.auckland, "2025-04-06T02:30", "2025-04-05T14:30"),
    ])
    func `of a time that comes twice the second is meant`(_ place: Place, _ shown: String, _ utc: String) throws {
        #expect(try moment(shown, place) == utc)
    }

    @Test(arguments: [
        (Place.losAngeles, "2025-03-09T02:30", "2025-03-09T10:30"), (.newYork, "2025-03-09T02:00", "2025-03-09T07:00"),
        (.newYork, "2025-03-09T02:30", "2025-03-09T07:30"), (.newYork, "2025-03-09T02:59", "2025-03-09T07:59"),
        (.berlin, "2025-03-30T02:30", "2025-03-30T01:30"), (.auckland, "2025-09-28T02:30", "2025-09-27T14:30"),
    ])
    func `a time that clocks are set forward over is as long after midnight`(
        _ place: Place, _ shown: String, _ utc: String
    ) throws {
        #expect(try moment(shown, place) == utc)
    }

    @Test(arguments: [Place.losAngeles, .newYork, .berlin, .auckland])
    func `what clocks show at a moment leads back to a moment at which they show it`(_ place: Place) {
        func offset(_ second: Int64) -> Int64 {
            Int64(place.zone.offset(at: Timestamp(microsecondsSince1970: second * 1_000_000)))
        }
        // Every half hour of 2025.
        let lost = stride(from: Int64(1_735_689_600), to: 1_767_225_600, by: 1800).filter { second in
            let local = second + offset(second)
            let found = place.zone.secondsSince1970(local: local)
            return found + offset(found) != local || ![second, second + 3600].contains(found)
        }
        #expect(lost == [])
    }

    /// The moment of a time that clocks of a place show, in UTC.
    private func moment(_ shown: String, _ place: Place) throws -> String {
        let now = Timestamp(microsecondsSince1970: 1_767_225_600_000_000)
        let period = try #require(LogMoment.read(shown, now: now, zone: place.zone))
        return String(Formatting.iso8601(period.lowerBound).prefix(16))
    }
}
