import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// What each `{{$name …}}` gives, or why it has no value, and the tokens of dates at their edges.
@Suite struct DynamicTextTests {
    /// Random numbers are the greatest that are possible, so that a range shows its end.
    private static let sources = DynamicSources(
        uuid: { "UUID" }, now: { 1_732_184_100 }, randomInt: { $0.upperBound - 1 },
        processEnvironment: { ["HOME": "/h"][$0] }, nowMilliseconds: { 1_732_184_100_250 }, localOffset: { _ in 3600 })

    private func value(_ expression: String, loopIndex: Int? = nil, isTrusted: Bool = true) -> String {
        let dynamic = DynamicValue(
            sources: Self.sources, variable: { ["which": "HOME", "name": "A"][$0] }, dotEnv: { ["A": "1"][$0] },
            loopIndex: loopIndex, isTrusted: isTrusted)
        switch dynamic.evaluate(expression) {
        case .value(let text): return text
        case .unresolved(let reason): return "! \(reason)"
        case .prompt(let field): return "? \(field.label)"
        case .untrusted(let name): return "untrusted \(name)"
        }
    }

    @Test func `each name gives its value, or a reason`() {
        let table = #"""
            $UUID -> UUID
            $guid -> UUID
            $random.UUID -> UUID
            $randomInt -> 999
            $randomInt 5 3 -> 4
            $randomInt 3 3 -> 3
            $randomInt 1 -> ! $randomInt takes two whole numbers
            $randomInt 1 2 3 -> ! $randomInt takes two whole numbers
            $randomInt 1 x -> ! $randomInt takes two whole numbers
            $random.integer -> 999
            $random.integer() -> 999
            $random.integer(1, 6) -> 5
            $random.integer(6,1) -> 5
            $random.integer(1) -> ! the arguments of $random.integer cannot be read
            $random.integer(1 -> ! there is no dynamic variable $random.integer(1
            $random.integer(1,2,3) -> ! the arguments of $random.integer cannot be read
            $random.integer(-6,-1) -> -2
            $random.integer( 4 , 4 ) -> 4
            $random.integer(1.5,2) -> ! the arguments of $random.integer cannot be read
            $random.float -> 999.9999999999999
            $random.float(0,1) -> 0.9999999999999999
            $random.float(5,10) -> 9.999999999999998
            $random.float(10, 5) -> 9.999999999999998
            $random.float(3,3) -> 3.0
            $random.float(1,2,3) -> ! the arguments of $random.float cannot be read
            $random.float(nan,1) -> ! the arguments of $random.float cannot be read
            $random.float(1) -> ! the arguments of $random.float cannot be read
            $random.float(0,inf) -> ! the arguments of $random.float cannot be read
            $random.alphabetic(2) -> ZZ
            $random.alphanumeric(2) -> 99
            $random.Hexadecimal( 2 ) -> FF
            $random.hexadecimal(0) ->
            $random.hexadecimal(1000001) -> ! the arguments of $random.hexadecimal cannot be read
            $random.hexadecimal(1,2) -> ! the arguments of $random.hexadecimal cannot be read
            $random.alphabetic(-1) -> ! the arguments of $random.alphabetic cannot be read
            $random.alphanumeric(x) -> ! the arguments of $random.alphanumeric cannot be read
            $random. -> ! $random. is not supported
            $random.hexadecimal -> ! the arguments of $random.hexadecimal cannot be read
            $random.email -> zzzzzzzz@zzzzzzzz.com
            $random.words -> ! $random.words is not supported
            $timestamp -> 1732184100
            $timestamp 1 w -> 1732788900
            $timestamp 1 d -> 1732270500
            $timestamp 1 h -> 1732187700
            $timestamp -1 m -> 1732184040
            $timestamp 1 s -> 1732184101
            $timestamp 749 ms -> 1732184100
            $timestamp 750 ms -> 1732184101
            $timestamp 1 y -> 1763720100
            $timestamp 1 Q -> 1740132900
            $timestamp 1 M -> 1734776100
            $timestamp -1 Q -> 1724235300
            $timestamp 0 s -> 1732184100
            $timestamp 1 s 2 -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp 1 Y -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp 1000001 y -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp 4000001 Q -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp -12000001 M -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $datetime YYYY 1000000 y -> 1002024
            $datetime YYYY 4000000 Q -> 1002024
            $datetime YYYY 12000000 M -> 1002024
            $timestamp 1 D -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp 1 -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp 1.5 d -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $timestamp 12000001 M -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $isoTimestamp -1 d -> 2024-11-20T10:15:00.250Z
            $date 11 d -> 2024-12-02
            $datetime -> 2024-11-21T10:15:00.250Z
            $datetime RFC1123 -> Thu, 21 Nov 2024 10:15:00 GMT
            $datetime RFC1123 1 d -> Fri, 22 Nov 2024 10:15:00 GMT
            $datetime 1 d -> 2024-11-22T10:15:00.250Z
            $datetime HH 1 h -> 11
            $localDatetime -> 2024-11-21T11:15:00+01:00
            $localDatetime HH -> 11
            $localDatetime 1 h -> 2024-11-21T12:15:00+01:00
            $localDatetime rfc1123 -1 d -> Wed, 20 Nov 2024 11:15:00 +0100
            $datetime ISO8601 1 h -> 2024-11-21T11:15:00.250Z
            $datetime "HH [o'clock]" -> 10 o'clock
            $date x -> ! an offset is a whole number, not too large, and a unit: y Q M w d h m s ms
            $localDatetime yyyyK -> 2024+01:00
            $datetime yyyyK -> 2024Z
            $processEnv HOME -> /h
            $processEnv %which -> /h
            $processEnv %HOME -> /h
            $env.HOME -> /h
            $env. -> ! $processEnv needs a name
            $processEnv % -> ! $processEnv needs a name
            $processEnv GONE -> ! the process environment has no variable GONE
            $dotenv A -> 1
            $DOTENV %name -> 1
            $dotenv -> ! $dotenv needs a name
            $dotenv B -> ! no .env file here has a variable B
            $index -> ! $index has a value in loops (# @loop) only
            $input Who? -> ? Who?
            $PASSWORD-askOnce -> ? password
            $inputs -> ! there is no dynamic variable $inputs
            $aad -> ! $aad is a variable of VS Code REST Client that is not supported; use {{$auth.token("name")}}
            $authx -> ! there is no dynamic variable $authx
            $random -> ! there is no dynamic variable $random
            $env -> ! there is no dynamic variable $env
            $aadToken x -> ! $aadToken is a variable of VS Code REST Client that is not supported; use {{$auth.token("name")}}
            $oidcAccessToken -> ! $oidcAccessToken is a variable of VS Code REST Client that is not supported; use {{$auth.token("name")}}
            $auth.header("x") -> ! $auth.header("x") is a variable of the JetBrains client that is not supported
            $historyFolder -> ! $historyFolder is a variable of the JetBrains client that is not supported
            $projectRoot -> ! $projectRoot is a variable of the JetBrains client that is not supported
            $global.x -> ! $global.x is a variable of httpYac that is not supported
            $xpath /a -> ! $xpath is a variable of httpYac that is not supported
            $timestampMs -> ! $timestampMs is a variable of resterm that is not supported
            $randomString 3 -> ! $randomString is a variable of resterm that is not supported
            $fake.name -> ! $fake.name is a variable of resterm that is not supported
            $nope x -> ! there is no dynamic variable $nope
            -> ! no name
            """#
        #expect(TextTable.differences(table) { value($0) } == [])
        #expect(value("$index", loopIndex: 0) == "0")
        #expect(value("$processEnv HOME", isTrusted: false) == "untrusted HOME")
        #expect(value("$env.HOME", isTrusted: false) == "untrusted HOME")
        #expect(value("$processEnv", isTrusted: false) == "! $processEnv needs a name")
    }

    @Test func `words end at spaces outside of quotation marks that begin a word`() {
        let table = #"""
            a  b\tc -> a|b|c
            "a b" 'c "d' -> a b|c "d
            a"b c" -> a"b|c"
            "" x -> |x
            "a"b -> ab
            "a -> a
            """#
        #expect(TextTable.differences(table) { DynamicValue.words($0).joined(separator: "|") } == [])
    }

    @Test func `a value comes from the process, a file or nowhere`() {
        let dynamic = DynamicValue(sources: Self.sources, variable: { ["name": "A"][$0] })
        let places = ["$processEnv X", "$ENV.X", "$dotenv X", "$dotenv %name", "$dotenv", "$guid", ""].map {
            dynamic.place(of: $0)
        }
        #expect(
            places == [
                .processEnvironment, .processEnvironment, .dotEnv(name: "X"), .dotEnv(name: "A"), .made, .made, .made,
            ])
    }

    // MARK: Dates

    @Test func `tokens of dates have their edges at midnight, noon and the ends of months`() {
        let table = #"""
            0 0 k kk h hh A a H HH -> 24 24 12 12 AM am 0 00
            43199 0 k h hh A H -> 11 11 11 AM 11
            43200 0 k h hh A a -> 12 12 12 PM pm
            0 0 Do -> 1st
            86400 0 Do -> 2nd
            172800 0 Do -> 3rd
            259200 0 Do -> 4th
            864000 0 Do -> 11th
            950400 0 Do -> 12th
            1036800 0 Do -> 13th
            1728000 0 Do -> 21st
            1814400 0 Do -> 22nd
            1900800 0 Do -> 23rd
            2592000 0 Do -> 31st
            7689600 0 Q M D -> 1 3 31
            7776000 0 Q M D -> 2 4 1
            23500800 0 Q -> 3
            23587200 0 Q -> 4
            0 0 DD d dd ddd dddd -> 01 4 Th Thu Thursday
            259200 0 DD d dd ddd dddd -> 04 0 Su Sun Sunday
            0 -12600 YYYY-MM-DD HH Z ZZ -> 1969-12-31 20 -03:30 -0330
            0 0 Z ZZ -> +00:00 +0000
            -1 0 YYYY YY X x ss -> 1969 69 -1 -1000 59
            0 -12600 yyyy z zz zzz K -> 1969 -3 -03 -03:30 -03:30
            0 0 yyyy z zz zzz -> 1970 +0 +00 +00:00
            0 0 yyyy y yy yyyyy -> 1970 70 70 01970
            0 0 yyyy M MM MMM MMMM MMMMM -> 1970 1 01 Jan January January
            0 0 yyyy d dd ddd dddd -> 1970 1 01 Thu Thursday
            43200 0 yyyy h hh hhh t tt H HH -> 1970 12 12 12 P PM 12 12
            0 0 yyyy "at" 'it' \\d %d \\ -> 1970 at it d 1 \
            0 0 yyyy 'x -> 1970 'x
            1104537600 0 YY YYYY M MM MMM D -> 05 2005 1 01 Jan 1
            1104537600 0 yyyy y yy yyy -> 2005 5 05 2005
            -62135596800 0 YYYY YY -> 0001 01
            3661 0 H HH m mm s ss -> 1 01 1 01 1 01
            3661 0 yyyy H HH m mm mmm s ss sss -> 1970 1 01 1 01 01 1 01 01
            0 0 [a]b[c] [] ] [d -> abc  ] [4
            0 0 dd DD yyyy -> Th 01 yyyy
            0 0 dd YYYY -> Th 1970
            0 0 dd -> 01
            0 0 ddd -> Thu
            0 5400 yyyy z zz zzz zzzz K -> 1970 +1 +01 +01:30 +01:30 +01:30
            0 0 yyyy "a'b" 'c"d' -> 1970 a'b c"d
            """#
        let wrong = TextTable.differences(table) { row in
            let parts = row.split(separator: " ", maxSplits: 2).map(String.init)
            guard let seconds = Int64(parts[0]), let offset = Int64(parts[1]) else { return "no numbers" }
            let moment = CivilMoment(
                millisecondsSince1970: seconds * 1000, offsetSeconds: offset, isUTC: offset == 0)
            return DatePattern(pattern: parts[2]).text(of: moment)
        }
        #expect(wrong == [])
        func dotnet(_ milliseconds: Int64, _ pattern: String, isUTC: Bool = true) -> String {
            DatePattern(pattern: pattern).text(of: CivilMoment(millisecondsSince1970: milliseconds, isUTC: isUTC))
        }
        #expect(dotnet(608, "yyyy f ff fff ffff|F FF FFF") == "1970 6 60 608 6080|6 6 608")
        #expect(dotnet(-1, "YYYY-MM-DD SSS") == "1969-12-31 999")
        #expect(dotnet(0, "yyyyK") == "1970Z" && dotnet(0, "yyyyK", isUTC: false) == "1970+00:00")
    }
}
