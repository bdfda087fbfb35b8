import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

// Effects that are about the request log.
extension EffectRunner {
    private static let noLog = LogReading.Failure(
        sentence: LogFolder.missing)

    func readLog(_ reading: LogReading) {
        let (log, post) = (logAccess, post)
        Background.run { post(.logRead(reading, log?.read(reading) ?? .failure(Self.noLog), at: .now)) }
    }

    func followLog(_ reading: LogReading) {
        guard let log = logAccess else {
            return post(.logRead(reading, .failure(Self.noLog), at: .now))
        }
        log.follow(reading, post: post)
    }

    func readLastLogged(_ root: String) {
        guard let log = logAccess else { return }
        let post = post
        Background.run {
            switch log.lastRows(under: root) {
            case .success(let rows): if !rows.isEmpty { post(.lastLogged(rows)) }
            case .failure(let failure): post(.failed(sentence: failure.sentence))
            }
        }
    }

    func openLogged(_ row: LogRow) {
        let (log, post) = (logAccess, post)
        Background.run { post(log?.opened(row) ?? .loggedExchange(row, .failure(Self.noLog))) }
    }

    func openFirstLogged(_ reading: LogReading, orSay sentence: String) {
        let (log, post) = (logAccess, post)
        Background.run {
            let none = LogReading.Failure(sentence: sentence)
            switch log?.read(reading) ?? .failure(none) {
            case .success(let read):
                let row = reading.page == .oldest ? read.rows.first : read.rows.last
                post(row.flatMap { log?.opened($0) } ?? .loggedExchange(nil, .failure(none)))
            case .failure(let failure): post(.loggedExchange(nil, .failure(failure)))
            }
        }
    }

    // MARK: Saved filters

    func readSavedFilters() {
        guard let file = savedFilters else { return }
        let post = post
        Background.run { Self.readSavedFilters(file, said: nil, post) }
    }

    func saveFilter(_ name: String, _ text: String) {
        changeSavedFilters(saying: SavedFilters.savedSentence(name)) { $0.set(name, to: text) }
    }

    func forgetFilter(_ name: String) {
        changeSavedFilters(saying: SavedFilters.forgottenSentence(name)) { $0.forget(name) }
    }

    /// - Parameter change: returns a sentence if nothing is to be written.
    private func changeSavedFilters(
        saying said: String, _ change: @escaping @Sendable (inout SavedFilters) -> String?
    ) {
        guard let file = savedFilters else {
            return post(
                .failed(sentence: UserFolder.state.missing("There is no place for saved filters")))
        }
        let post = post
        Background.run {
            if let sentence = SavedFilters.change(file, change) { return post(.failed(sentence: sentence)) }
            Self.readSavedFilters(file, said: said, post)
        }
    }

    private static func readSavedFilters(
        _ file: StateFile, said: String?, _ post: @Sendable (Action) -> Void
    ) {
        do throws(CollectionError) {
            let saved = SavedFilters(try file.read())
            let cut = saved.cutLine.map { "\(file.path):\($0.line): \($0.sentence)" }
            post(.savedFiltersRead(saved.filters, said: said ?? cut))
        } catch {
            post(.failed(sentence: error.sentence))
        }
    }

    func markLogged(_ row: LogRow, _ mark: LogMark) {
        let (log, post) = (logAccess, post)
        Background.run {
            if let failure = log?.mark(row, mark) { post(.failed(sentence: failure.sentence)) }
        }
    }
}

extension EffectRunner {
    /// Makes an exchange ready to be sent again. If no open file has its request, the file that the log names says whether it asks to
    /// be confirmed first.
    func resend(_ resend: Resend) {
        let (row, labels) = (resend.row, resend.exchange.draft.options.log)
        guard !resend.isConfirmed, let file = row?.file ?? labels?.file, let name = row?.name ?? labels?.name
        else { return makeReady(resend) }
        Background.run { [self] in
            guard let step = resolver.toConfirm(ofLogged: name, in: file).first else { return makeReady(resend) }
            post(.resendToConfirm(resend, step))
        }
    }

    /// One of this process as it is, a logged one with the secrets of today.
    private func makeReady(_ resend: Resend) {
        guard let row = resend.row else {
            var draft = resend.exchange.draft
            if let id = log?.rowID(of: resend.exchange.id) {
                draft.options.log = draft.options.log ?? RequestLogOptions()
                draft.options.log?.resendOf = id
            }
            return post(.resending(resend, draft, id: engine.makeID()))
        }
        let (engine, resolver, preparation, post) = (engine, resolver, preparation, post)
        @Sendable func variables() -> StoredResend.Variables {
            let current: (values: [String: String], log: RequestLogOptions)?
            if let job = resend.job {
                current = resolver.variables(of: job.request, in: job.file, context: preparation.context(for: job))
            } else if let file = row.file, let name = row.name {
                // A row of another collection, as `history resend` has it.
                current = resolver.variables(
                    ofLogged: name, in: file, environment: row.environment, trust: preparation.trust)
            } else {
                current = nil
            }
            return current.map { StoredResend.Variables(values: $0.values, log: $0.log) } ?? StoredResend.Variables()
        }
        Background.run {
            do throws(StoredResend.Refusal) {
                let draft = try StoredResend(row: row, exchange: resend.exchange).draft(variables: variables)
                post(.resending(resend, draft, id: engine.makeID()))
            } catch {
                post(.failed(sentence: [error.sentence, resend.advice].compactMap(\.self).joined(separator: " ")))
            }
        }
    }
}
