import Base
import Dispatch
import NetEngine
import Synchronization
import Workspace

// Another collection in the same program.
extension EffectRunner {
    func open(_ typed: String, drops: Bool) {
        let (store, screens, post, number) = (store, screens, post, nextOpening())
        Task.detached {
            let path = PathText.normalised(UserPath.absolute(typed), workingDirectory: "/")
            do throws(CollectionError) {
                let folder = try store.open(path: path)
                // A file that cannot be read was reported at the start.
                let memory = screens.flatMap { try? ScreenMemories.read($0, of: path) }
                post(
                    .collectionOpened(
                        CollectionOpening(path: path, folder: folder, memory: memory, drops: drops, number: number)))
            } catch {
                post(
                    .collectionUnread(
                        sentence: "\(error.sentence) The collection on the screen stays open.", number: number))
            }
        }
    }

    func openSamples(drops: Bool) {
        let (store, samples, screens, post, number) = (store, samples, screens, post, nextOpening())
        Task.detached {
            do throws(CollectionError) {
                guard let samples else { throw CollectionError(sentence: "'apitui demo' opens the samples.") }
                let found = try await samples()
                let folder = try store.open(path: found.path)
                let memory = screens.flatMap { try? ScreenMemories.read($0, of: found.path) }
                post(
                    .collectionOpened(
                        CollectionOpening(
                            path: found.path, folder: folder, memory: memory, overrides: found.variables,
                            environment: "development", drops: drops, number: number)))
            } catch {
                post(.collectionUnread(sentence: error.sentence, number: number))
            }
        }
    }

    private func nextOpening() -> Int {
        openings.withLock { count in
            count += 1
            return count
        }
    }

    /// Everything that has a path in it follows. The files are read again, so that nothing is missed until they are watched.
    func enter(_ path: String) {
        self.path.withLock { $0 = path }
        watch?.release()
        watchSettings()
        readThemes()
        load()
    }

    func keep(_ memory: ScreenMemory, of path: String) {
        guard let screens else { return }
        let (post, keeping) = (post, keeping)
        keeping.enter()
        Task.detached {
            defer { keeping.leave() }
            let opened = PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
            if let sentence = ScreenMemories.keep(memory, of: opened, in: screens) { post(.failed(sentence: sentence)) }
        }
    }

    func readRecentCollections() {
        guard let screens else { return }
        let (post, path) = (post, path.withLock { $0 })
        Task.detached {
            let opened = PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
            let paths = (try? screens.read()).map { ScreenMemories($0).paths } ?? []
            post(.recentCollections(paths.filter { $0 != opened }))
        }
    }
}
