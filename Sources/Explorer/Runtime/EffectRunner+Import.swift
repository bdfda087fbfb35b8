import Base
import Import
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

    private static func source(of job: ImportJob) throws(ImportError) -> ImportSource {
        switch job.source {
        case .text(let text): try Importer.source(name: "the pasted text", bytes: Array(text.utf8))
        case .path(let typed):
            try ImportFiles.source(
                PathText.normalised(UserPath.absolute(typed), workingDirectory: "/"), shown: PathText.name(of: typed))
        }
    }
}
