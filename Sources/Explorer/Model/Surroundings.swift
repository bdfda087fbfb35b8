import NetEngine
import Workspace

/// What is known of the world around the request files, as it was last read.
struct Surroundings: Sendable {
    /// By the folder of the request files that they apply to.
    var environments: [String: EnvironmentSet] = [:]
    /// Folders for whose private files an entry in a `.gitignore` was offered.
    var ignoreOffers: Set<String> = []
    /// Private files that others can read, of the write that is reported next.
    var openToOthers: Set<String> = []
    var values = WrittenValues()
    var network: NetworkState = .unknown
    var jars: [CookieScope: JarContents] = [:]
    var removedCookies = RemovedCookies()
}

/// Cookies that were taken out of jars one by one, the last at the end.
struct RemovedCookies: Sendable {
    struct Removal: Sendable {
        var cookie: Cookie
        var scope: CookieScope
    }

    var done: [Removal] = []
    /// Put back, so that they can be removed again.
    var takenBack: [Removal] = []
}
