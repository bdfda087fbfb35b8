import Base
import HTTPFormat
import NetEngine
import Synchronization
import Workspace

// Effects that are about the files of the collection, and what is kept beside them.
extension EffectRunner {
    func trust(_ subject: TrustSubject, _ owner: OpenRequest.ID, _ cache: CacheMode?, confirmed: Set<String>) {
        let (trust, post) = (trust, post)
        Task.detached {
            let missing = UserFolder.state.missing("There is no place for the list of trusted folders")
            let problem = trust.map { $0.add(subject) } ?? missing
            post(.trusted(problem: problem, owner: owner, cache: cache, confirmed: confirmed))
        }
    }

    /// Environment files are written one after the other; the program waits for them before it ends.
    private func writeEnvironment(_ work: @escaping @Sendable (EnvironmentWriter) -> Void) {
        let writer = environmentWriter
        writer.run(in: keeping) { work(writer) }
    }

    func save(
        _ edits: [EnvironmentFileEdit], as change: WrittenValue.Change,
        _ saved: @escaping @Sendable (_ problem: String?) -> Action
    ) {
        let post = post
        writeEnvironment { writer in
            let problem = writer.write(change)
            if problem == nil {
                Self.reportOpen(edits.filter { !$0.isRemoval && !$0.isEnvironment }.map(\.file), post)
            }
            post(saved(problem))
            if problem == nil { for file in Set(edits.map(\.file)) { Self.offerIgnoreEntry(for: file, post) } }
        }
    }

    func remove(_ edit: EnvironmentFileEdit) {
        let post = post
        writeEnvironment { writer in post(.variableRemoved(edit, problem: writer.write(.removed(edit)))) }
    }

    func run(_ move: SecretMove) {
        let post = post
        writeEnvironment { writer in
            let outcome = writer.write(move)
            if case .failed = outcome {
                post(.secretMoved(move, outcome))
                return
            }
            Self.reportOpen([move.edit.file], post)
            post(.secretMoved(move, outcome))
            Self.offerIgnoreEntry(for: move.edit.file, post)
        }
    }

    /// A private file that existed before keeps its mode, which is the user's choice, but it is reported.
    private static func reportOpen(_ files: [String], _ post: @Sendable (Action) -> Void) {
        let open = files.filter {
            EnvironmentReader.isPrivate(PathText.name(of: $0)) && DiskFile.isOpenToOthers($0)
        }
        if !open.isEmpty { post(.openToOthers(Set(open))) }
    }

    /// Only private files are kept out of git; a value may also be written to a public one.
    private static func offerIgnoreEntry(for file: String, _ post: @Sendable (Action) -> Void) {
        guard EnvironmentReader.isPrivate(PathText.name(of: file)) else { return }
        do throws(CollectionError) {
            if let entry = try IgnoreEntry.missing(for: file) { post(.ignoreEntryMissing(entry)) }
        } catch {
            post(.failed(sentence: error.sentence))
        }
    }

    func add(_ entry: IgnoreEntry) {
        let (store, post) = (store, post)
        writeEnvironment { _ in post(.ignoreEntryAdded(entry, entry.add(store))) }
    }

    func write(_ exchange: Exchange, of job: ResolveJob) {
        let (resolver, post, preparation) = (resolver, post, preparation)
        Task.detached {
            let step = SendPlan.Step(file: job.file, request: job.request)
            let written = resolver.writeResponse(of: exchange, to: step, preparation.context(for: job), uses: job.uses)
            if let written { post(.responseWritten(written.outcome, of: exchange.id)) }
        }
    }

    func save(_ job: SaveJob) {
        let (store, post) = (store, post)
        Task.detached {
            let outcome = store.save(path: job.path, bytes: job.bytes, expecting: job.stamp, force: job.isForced)
            post(.saveFinished(job, outcome))
        }
    }

    func load() {
        let (store, post, watch, trust) = (store, post, watch, trust)
        let path = path.withLock { $0 }
        guard !FetchedDescription.isURL(path) else { return fetch(FetchedDescription(path, headers: fetchHeaders)) }
        Task.detached {
            if let problem = trust?.problem { post(.failed(sentence: problem)) }
            while true {
                let start = WallMoment.justBeforeNow
                do throws(CollectionError) {
                    let folder = try store.open(path: path)
                    post(.collectionLoaded(.success(folder)))
                    // The first frame does not wait for the watch. What changed before it began to look is read again.
                    guard let (new, problem) = watch?.cover(folder.folders) else { return }
                    if let problem { post(.failed(sentence: problem)) }
                    guard new > 0, store.mayHaveChanged(folder, since: start) else { return }
                } catch {
                    post(.collectionLoaded(.failure(error)))
                    return
                }
            }
        }
    }

    func findChangedReferences(of described: [DescribedFile]) {
        let post = post
        Task.detached { post(.referencesLookedAt(changed: Set(described.flatMap(\.changedReferences)))) }
    }

    private func fetch(_ description: FetchedDescription) {
        let (engine, store, keptSchemas, trust, post) = (engine, store, keptSchemas, trust, post)
        Task.detached {
            if let problem = trust?.problem { post(.failed(sentence: problem)) }
            do throws(CollectionError) {
                let folder = try await description.folder(kept: keptSchemas) { await engine.send($0) }
                post(.collectionLoaded(.success(store.withKept(folder))))
            } catch {
                post(.collectionLoaded(.failure(error)))
            }
        }
    }

    func read(_ job: ReadJob) {
        let (store, post, reads) = (store, post, reads)
        for id in job.fileIDs { reads.begin(id) }
        Task.detached {
            var files: [CollectionFile] = []
            for (file, id) in zip(job.files, job.fileIDs) {
                var reported = 0
                let read = store.reload(path: file.path, relativePath: file.relativePath) { done in
                    if done - reported >= Self.reportedBytes {
                        reported = done
                        post(.fileReading(path: file.path, done))
                    }
                    return !reads.isStopped(id)
                }
                if let read { files.append(read) }
            }
            let isStopped = job.fileIDs.contains { reads.isStopped($0) }
            for id in job.fileIDs { reads.end(id) }
            if !isStopped { post(.filesRead(job, files)) }
        }
    }

    /// Bytes of a description from one report of the progress to the next.
    private static let reportedBytes = 256 << 10

    func loadEnvironments(_ key: String, _ place: CollectionPlace, _ described: DescribedFile?) {
        let (store, trust, post) = (store, trust, post)
        Task.detached {
            let set = store.environments(
                forFolder: described.map { PathText.folder(of: $0.path) } ?? key, root: place.root,
                isTrusted: trust?.trusts(place) ?? false, described: described)
            post(.environmentsLoaded(folder: key, set))
        }
    }

    func findRecovery(_ root: String) {
        guard let recovery else { return }
        let post = post
        Task.detached {
            let (copies, problems) = recovery.read(under: root)
            post(.recoveryFound(copies, problems: problems))
        }
    }

    func findDescriptionEdits(_ asked: [DescriptionEdits]) {
        guard let store = descriptionEdits?.store else { return }
        let post = post
        Task.detached {
            var found: [DescriptionEdits] = []
            for edits in asked {
                do throws(CollectionError) {
                    found.append(try store.edits(of: edits.path, from: edits.address))
                } catch {
                    post(.failed(sentence: error.sentence))
                }
            }
            post(.descriptionEditsFound(found))
        }
    }

    func keep(_ edits: DescriptionEdits) {
        let post = post
        descriptionEdits?.keep(edits) { post(.failed(sentence: $0)) }
    }

    func keepUnsaved(_ job: RecoveryJob) {
        let post = post
        recoveryWriter?.keep(job) { post(.failed(sentence: $0)) }
    }

    func removeRecovery(_ places: [String]) {
        guard let recovery else { return }
        Task.detached { recovery.remove(places) }
    }

    func lint(_ job: LintJob) {
        let (store, trust, post) = (store, trust, post)
        Task.detached {
            let findings = CollectionLint.findings(
                job, store: store, isTrusted: trust?.trusts(job.place) ?? false)
            post(.linted(findings))
        }
    }

    func run(_ work: LargeWork) {
        let post = post
        Task.detached { post(.worked(work, work.run())) }
    }
}

extension EffectRunner {
    func change(_ job: FileJob) {
        let (trash, post) = (trash, post)
        // A folder may be copied to another file system.
        Background.run {
            let seconds = Timestamp.now.microsecondsSince1970 / 1_000_000
            do throws(CollectionError) {
                post(.filesWereChanged(job, .success(try job.operation.run(trash: trash, at: seconds))))
            } catch {
                post(.filesWereChanged(job, .failure(error)))
            }
        }
    }
}
