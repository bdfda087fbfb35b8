import NetEngine
import Workspace

// Effects that are about cookies, the cache and tokens.
extension EffectRunner {
    /// Changes a jar and posts what it holds then.
    func cookies(_ scope: CookieScope, _ change: (CookieJar) -> Void) {
        let jar = jars.jar(for: scope)
        change(jar)
        post(.cookiesRead(scope, jar.cookies))
    }

    /// Changes the cache and posts what it holds then.
    func cache(_ change: @escaping @Sendable (any CacheStore) async -> Void) {
        let (cache, post) = (cache, post)
        Task.detached {
            guard let cache else {
                let sentence = UserFolder.cache.missing("There is no cache")
                return post(.cacheRead(.failure(CacheUnusable(sentence: sentence))))
            }
            await change(cache)
            let contents = CacheContents(await cache.contents(), usage: await cache.usage(), readAt: .now)
            post(.cacheRead(.success(contents)))
        }
    }

    func openBrowser(_ url: String) {
        let post = post
        Task.detached {
            guard !BrowserOpener.open(url) else { return }
            post(.failed(sentence: "There is no browser to open: set BROWSER, or copy the URL."))
        }
    }

    func readTokens() {
        let (tokens, post) = (tokens, post)
        Task.detached { post(.tokensRead(tokens.list(), seconds: Timestamp.secondsNow())) }
    }

    func forget(_ gone: [KeptToken]) {
        let (tokens, post) = (tokens, post)
        // Not on a thread of the tasks, of which a machine has few: it waits for other programs that hold the locks.
        Background.run {
            if let problem = tokens.forget(gone) { post(.failed(sentence: problem)) }
            post(.tokensRead(tokens.list(), seconds: Timestamp.secondsNow()))
        }
    }
}
