import Foundation
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// Random keys, mouse and pastes, from every scene. `SEED=n` repeats one, `COUNT=n` plays so many, and `HOURS=n` plays on for so
/// long and prints how long frames took and what memory did (`scripts/random-input`).
@Suite struct RandomInputTests {
    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// Plays one user.
    /// - Parameter measure: gets the time of each action with its frame.
    private static func play(_ seed: UInt64, steps: Int, measure: ((Duration) -> Void)? = nil) throws {
        var user = RandomUser(seed: seed)
        let scene = Scene.allCases[user.number(0..<Scene.allCases.count)]
        let robot = try scene.play()
        if user.number(0..<4) == 0 { robot.resize(80, 24) }
        robot.measure = measure
        for step in 0..<steps {
            user.act(on: robot)
            let frame = robot.frame
            if frame.size != robot.layoutSize || frame.cursor.map({ !frame.bounds.contains($0) }) == true {
                Issue.record("SEED=\(seed), step \(step): the frame is not as large as the screen.")
                return
            }
        }
    }

    @Test(.longComputation) func `random users come to no harm`() throws {
        let first = Self.variable("SEED").flatMap(UInt64.init) ?? 1
        let count = Self.variable("COUNT").flatMap(UInt64.init) ?? (Self.variable("SEED") == nil ? 8 : 1)
        for seed in first..<first + count {
            // Before it is played: a crash says no more than that.
            print("random input: SEED=\(seed)")
            try Self.play(seed, steps: 150)
        }
    }

    @Test(.enabled(if: RandomInputTests.variable("HOURS") != nil))
    func `random users for hours`() throws {
        let hours = Self.variable("HOURS").flatMap(Double.init) ?? 1
        let first = Self.variable("SEED").flatMap(UInt64.init) ?? UInt64(Date.now.timeIntervalSince1970)
        let start = ContinuousClock.now
        let end = start + .milliseconds(Int(hours * 3_600_000))
        // Milliseconds, in tenths, up to a second.
        var times = [Int](repeating: 0, count: 10_001)
        var steps = 0
        var seed = first
        var (lastReport, early) = (start, 0)
        func report() {
            func quantile(_ share: Double) -> Double {
                var left = Int(Double(steps) * share)
                for (tenth, count) in times.enumerated() {
                    left -= count
                    if left <= 0 { return Double(tenth) / 10 }
                }
                return 0
            }
            let longest = Double(times.lastIndex { $0 > 0 } ?? 0) / 10
            print(
                "random input: \((ContinuousClock.now - start) / .seconds(60)) min, \(steps) actions up to SEED=\(seed);",
                "action and frame p50 \(quantile(0.5)) ms, p99 \(quantile(0.99)) ms, longest \(longest) ms;",
                "memory \(Self.residentKilobytes) KB, \(early) KB after the first minute")
        }
        while ContinuousClock.now < end {
            print("random input: SEED=\(seed)")
            try Self.play(seed, steps: 2000) { time in
                times[min(10_000, Int(time / .microseconds(100)))] += 1
                steps += 1
                if time > .milliseconds(400) { print("random input: an action took \(time)") }
            }
            seed += 1
            let now = ContinuousClock.now
            if early == 0, now - start > .seconds(60) { early = Self.residentKilobytes }
            if now - lastReport > .seconds(60) {
                report()
                lastReport = now
            }
        }
        report()
    }

    private static var residentKilobytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
