import NetEngine

/// Counts steps of work in debug builds (`WorkMeter`); nothing in release builds.
@inline(__always)
package func countWork(_ steps: Int) { WorkMeter.count(steps) }
