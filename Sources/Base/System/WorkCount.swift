import NetEngine

/// Counts steps of work for `WorkMeter` in debug builds; does nothing in release builds.
@inlinable
@inline(__always)
package func countWork(_ steps: Int) {
    #if DEBUG
        addWork(steps)
    #endif
}

#if DEBUG
    @usableFromInline
    package func addWork(_ steps: Int) { WorkMeter.count(steps) }
#endif
