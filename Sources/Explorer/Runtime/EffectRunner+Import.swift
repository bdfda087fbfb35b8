import Base
import Import
import NetEngine
import NetEngineRequestLog
import Synchronization
import Workspace

extension EffectRunner {
    /// Reads what is to be imported, and makes the files of it. Nothing is written, and nothing is fetched.
    func readImport(_ job: ImportJob) {
        let post = post
        Task.detached {
            let shown = Mutex(0.0)
            do throws(ImportError) {
                let files = try Importer.files(of: try Self.source(of: job)) { share in
                    let isNews = shown.withLock { last in
                        guard share - last >= 0.1 else { return false }
                        last = share
                        return true
                    }
                    if isNews { post(.importProgressed(job, share)) }
                }
                post(.importRead(job, .success(files)))
            } catch {
                post(.importRead(job, .failure(error)))
            }
        }
    }

    func addValues(of target: ImportTarget) {
        let post = post
        environmentWriter.run(in: keeping) {
            do throws(CollectionError) {
                post(.importedValuesAdded(.success(try target.write())))
            } catch {
                post(.importedValuesAdded(.failure(error)))
            }
        }
    }

    /// Puts what was recorded into the log of this program.
    func record(_ target: ImportTarget, at place: String, root: String) {
        guard let log else { return }
        let (engine, post) = (engine, post)
        Task.detached {
            let exchanges = target.recorded(at: place, collection: root) { engine.makeID() }
            let store = log.beside(source: .imported)
            let stored = await store.record(exchanges)
            await store.close()
            post(.importRecorded(stored: stored, of: exchanges.count))
        }
    }

    private static func source(of job: ImportJob) throws(ImportError) -> ImportSource {
        switch job.source {
        case .text(let text): try Importer.source(name: "the pasted text", bytes: Array(text.utf8))
        case .path(let typed):
            try ImportFiles.source(
                PathText.normalised(UserPath.absolute(typed), workingDirectory: "/"), shown: PathText.name(of: typed))
        }
    }
}
