import Glibc
import TestSupport
import Testing

@testable import Base
@testable import Workspace

struct DatePatternTests {
    /// Sat, 7 Mar 2026 15:04:05.678 in a zone two hours east of UTC.
    private static let moment = CivilMoment(millisecondsSince1970: 1_772_888_645_678, offsetSeconds: 7200, isUTC: false)

    @Test(arguments: [
        ("YYYY-MM-DD HH:mm:ss.SSS", "2026-03-07 15:04:05.678"), ("YY M D H h m s", "26 3 7 15 3 4 5"),
        ("DD dd ddd d dddd", "07 Sa Sat 6 Saturday"), ("MMM MMMM", "Mar March"), ("hh A hh a", "03 PM 03 pm"),
        ("Z ZZ", "+02:00 +0200"), ("[YYYY] Q Do", "YYYY 1 7th"), ("X x", "1772888645 1772888645678"),
        ("k kk", "15 15"), ("", ""), ("[open", "[open"),
    ])
    func `patterns of Day.js`(pattern: String, text: String) {
        #expect(DatePattern(pattern: pattern).dialect == .dayjs)
        #expect(DatePattern(pattern: pattern).text(of: Self.moment) == text)
    }

    @Test(arguments: [
        ("yyyy-MM-dd'T'HH:mm:ss.fff", "2026-03-07T15:04:05.678"), ("yyyy-MM-ddTHH:mm:ssK", "2026-03-07T15:04:05+02:00"),
        ("dddd, dd MMMM yyyy", "Saturday, 07 March 2026"), ("ddd d MMM yyyy h:mm tt", "Sat 7 Mar 2026 3:04 PM"),
        ("yyyy zzz zz fffffff", "2026 +02:00 +02 6780000"), ("dd\\d %y", "07d 26"), ("yyyy FFF", "2026 678"),
    ])
    func `patterns of .NET`(pattern: String, text: String) {
        #expect(DatePattern(pattern: pattern).dialect == .dotnet)
        #expect(DatePattern(pattern: pattern).text(of: Self.moment) == text)
    }

    @Test(arguments: [
        ("$datetime \"DD.MM.YYYY\"", "21.11.2024"), ("$datetime 'YYYY [year]' 1 y", "2025 year"),
        ("$datetime \"yyyy-MM-dd\" -1 d", "2024-11-20"), ("$datetime", "2024-11-21T10:15:00.250Z"),
        ("$datetime 1 d", "2024-11-22T10:15:00.250Z"), ("$localDatetime iso8601", "2024-11-21T11:15:00+01:00"),
        ("$localDatetime rfc1123", "Thu, 21 Nov 2024 11:15:00 +0100"), ("$localDatetime 'HH:mm' 30 m", "11:45"),
        ("$timestamp 1500 ms", "1732184101"), ("$timestamp 1 Q", "1740132900"), ("$datetime 'SSS' -300 ms", "950"),
    ])
    func `formats and offsets of $datetime`(expression: String, value: String) {
        let sources = DynamicSources(
            uuid: { "" }, now: { 1_732_184_100 }, randomInt: { $0.lowerBound }, processEnvironment: { _ in nil },
            nowMilliseconds: { 1_732_184_100_250 }, localOffset: { _ in 3600 })
        #expect(DynamicValue(sources: sources, variable: { _ in nil }).evaluate(expression) == .value(value))
    }

    /// In a separate process, because the zone is that of the whole process.
    @Test func `local time is that of the machine's zone at the moment, ahead of UTC in the east`() async {
        await #expect(processExitsWith: .success) {
            let newYork = "EST5EDT,M3.2.0,M11.1.0"
            var sources = DynamicSources.live
            sources.nowMilliseconds = { 1_732_184_100_250 }
            let value = DynamicValue(sources: sources, variable: { _ in nil })
            for (zone, expression, text) in [
                ("UTC0", "$localDatetime", "2024-11-21T10:15:00+00:00"),
                ("IST-5:30", "$localDatetime", "2024-11-21T15:45:00+05:30"),
                (newYork, "$localDatetime", "2024-11-21T05:15:00-05:00"),
                (newYork, "$localDatetime -5 M", "2024-06-21T06:15:00-04:00"),
                (newYork, "$datetime", "2024-11-21T10:15:00.250Z"),
            ] {
                setenv("TZ", zone, 1)
                tzset()
                #expect(value.evaluate(expression) == .value(text), "\(zone)")
            }
        }
    }

    /// No pattern can crash it.
    @Test(arguments: 0..<200)
    func `arbitrary patterns have a text`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let letters = Array("YMDdHhmsSZAaQXxkoyfFtzK'\"\\%[] é")
        let pattern = String(
            (0..<Int.random(in: 0...30, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? "Y" }
        )
        let moment = CivilMoment(
            millisecondsSince1970: Int64.random(in: Int64.min...Int64.max, using: &generator),
            offsetSeconds: Int64.random(in: -50_000...50_000, using: &generator), isUTC: false)
        _ = DatePattern(pattern: pattern).text(of: moment)
        #expect(
            DatePattern(pattern: "[\(pattern.filter { !"[]yd".contains($0) })]").text(of: moment)
                == pattern.filter { !"[]yd".contains($0) })
    }

    @Test(
        arguments: [
            ("$input Name? $value: Anna", "Name?", "Anna", false), ("$password", "password", nil, true),
            ("$pick Which? $value: a, b ,c", "Which?", "a", false), ("$prompt-askonce Who", "Who", nil, false),
        ] as [(String, String, String?, Bool)])
    func `what httpYac asks for is a prompt`(expression: String, label: String, initial: String?, isSecret: Bool) throws
    {
        let field = try #require(PromptField(expression: expression))
        #expect((field.label, field.initial, field.isSecret) == (label, initial, isSecret))
        #expect(field.choices == (expression.hasPrefix("$pick") ? ["a", "b", "c"] : []))
        #expect(field.isAskedOnce == expression.contains("askonce"))
        let sources = DynamicSources.live
        #expect(DynamicValue(sources: sources, variable: { _ in nil }).evaluate(expression) == .prompt(field))
        let answered = DynamicValue(sources: sources, variable: { _ in nil }, answers: [expression: "x"])
        #expect(answered.evaluate(expression) == .value("x"))
    }

    @Test(
        arguments: [
            ("baseUlr", ["baseUrl", "host"], "baseUrl"), ("TOKEN", ["token"], "token"), ("x", ["y"], nil),
            ("orderid", ["orderId", "userId"], "orderId"), ("entirely", ["different"], nil), ("ab", ["ba"], "ba"),
        ] as [(String, [String], String?)])
    func `a near name is suggested`(name: String, names: [String], nearest: String?) {
        #expect(NameSuggestion.nearest(to: name, among: names) == nearest)
    }

    @Test(arguments: ["y", "Q", "M", "w", "d", "h", "m", "s", "ms"])
    func `an offset beyond the calendar gives no value, not another one`(unit: String) {
        let moment = CivilMoment(millisecondsSince1970: 0)
        for amount in [Int64.max, Int64.min, Int64.max / 4] {
            if unit == "ms", amount == Int64.max / 4 { continue }
            let shifted = moment.shifted(by: amount, unit: unit)
            #expect(shifted == nil || unit == "ms" && shifted?.millisecondsSince1970 == amount)
        }
        #expect(moment.shifted(by: -1, unit: unit)?.shifted(by: 1, unit: unit) == moment)
    }

    @Test func `an offset ends where half of the milliseconds that can be counted end`() {
        let moment = CivilMoment(millisecondsSince1970: 7)
        let last: Int64 = 4_611_686_018_427_386
        #expect(moment.shifted(by: last, unit: "s")?.millisecondsSince1970 == last * 1000 + 7)
        #expect(moment.shifted(by: -last, unit: "s")?.millisecondsSince1970 == -last * 1000 + 7)
        #expect(moment.shifted(by: last + 1, unit: "s") == nil)
        #expect(moment.shifted(by: -last - 1, unit: "s") == nil)
    }
}
