import ArgumentParser
import TestSupport
import Testing

@testable import apitui

@Suite struct NegativeNumberTests {
    @Test func `a negative number is refused with the numbers that there are`() {
        let table = """
            log -n -1 -> -n needs a number from 0 on.
            log status:404 -n -20 --json -> -n needs a number from 0 on.
            history list -n -1 -> -n needs a number from 0 on.
            runs list -n -1 -> -n needs a number from 0 on.
            run a.http -n -1 -> --repeat takes a number from 1 to 1000000.
            run a.http --jobs -1 -> --jobs takes a number from 1 to 10000.
            run a.http --retry -1 -> --retry takes a number from 0 to 1000.
            run a.http --rate 5/s --max-in-flight -1 -> --max-in-flight takes a number from 1 to 10000.
            batch --jobs -1 -> --jobs takes a number from 1 to 10000.
            compare a b --threshold -5 -> --threshold takes a percentage above 0 and below 1000.
            demo --port -1 -> The value '-1' is invalid for '--port <number>'
            log -n -> Missing value for '-n <count>'
            log -n 0 -> taken
            """
        let differences = TextTable.differences(table) { line in
            do {
                _ = try Apitui.parseAsRoot(ProgramArguments.forParser(line.split(separator: " ").map(String.init)))
                return "taken"
            } catch { return Apitui.message(for: error) }
        }
        #expect(differences == [])
    }
}
