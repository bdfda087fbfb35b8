/// Why the cache cannot be read.
package struct CacheUnusable: Error, Sendable, Hashable {
    /// One sentence.
    var sentence: String
}
