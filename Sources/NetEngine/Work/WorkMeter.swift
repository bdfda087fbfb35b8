#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Counts steps of work in debug builds, so that tests can compare the cost of an input with that of one ten times larger,
/// without a clock. A loop whose length depends on the input counts its steps: bytes read, entries compared, values copied.
///
/// In release builds nothing is counted, and the calls compile to nothing. Each thread counts separately.
package enum WorkMeter {
    #if DEBUG
        package static let isCounting = true
    #else
        package static let isCounting = false
    #endif

    @inlinable
    @inline(__always)
    package static func count(_ steps: Int) {
        #if DEBUG
            add(steps)
        #endif
    }

    /// The steps that this thread takes in a call; 0 if nothing is counted.
    package static func steps(of body: () throws -> Void) rethrows -> Int {
        #if DEBUG
            let before = taken
            try body()
            return taken - before
        #else
            try body()
            return 0
        #endif
    }

    #if DEBUG
        /// The number itself is what a thread keeps under the key: no memory to give back when it ends.
        private static let key: pthread_key_t = {
            var key = pthread_key_t()
            let status = pthread_key_create(&key, nil)
            precondition(status == 0, "no key is left for thread-specific data")
            return key
        }()

        private static var taken: Int { Int(bitPattern: pthread_getspecific(key)) }

        @usableFromInline
        package static func add(_ steps: Int) {
            pthread_setspecific(key, UnsafeRawPointer(bitPattern: taken &+ steps))
        }
    #endif
}
