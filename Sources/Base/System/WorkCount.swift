import NetEngine

/// Counts steps of work in debug builds (`WorkMeter`). In release builds there is not even a call, in no target.
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
