import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// Random keys, clicks, pastes, resizes and events on a sample collection: nothing may trap, and the runner may be
/// asked only for what the user asked for.
@Suite struct FuzzTests {
    @Test(.longComputation, arguments: 0..<10)
    func `random input never traps and every frame can be drawn`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        var size = Size(columns: 80, rows: 24)
        let robot = Robot(size.columns, size.rows)
        var sent: [ExchangeID] = []
        for step in 0..<400 {
            switch Int.random(in: 0..<100, using: &dice) {
            case 0..<4:
                size = Size(columns: .random(in: 0...140, using: &dice), rows: .random(in: 0...45, using: &dice))
                robot.resize(size.columns, size.rows)
            case 4..<12:
                let kind = [MouseEvent.Kind.press, .doublePress, .drag, .drag, .release, .scrollUp, .scrollDown]
                    .randomElement(using: &dice)
                robot.click(
                    .random(in: 0..<140, using: &dice), .random(in: 0..<45, using: &dice), kind ?? .press)
            case 12..<14: robot.tell(.input(.paste("a{{b}}\u{1B}[2J\r\nc: d\n### x\n")))
            case 14..<20: sent += robot.resolveAll()
            case 20..<24:
                guard let id = sent.randomElement(using: &dice) else { continue }
                robot.event(id, .progress(receivedBytes: step, expectedBytes: nil))
            case 24..<26:
                robot.wait(.seconds(2))
                robot.tick()
            case 26:
                for case .save(let job) in robot.take() {
                    robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
                }
            case 27: robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
            default: robot.press(RandomUser.keys.randomElement(using: &dice) ?? .escape)
            }
            #expect(robot.frame.size == size)
            for effect in robot.effects { expectAllowed(effect, robot, sent) }
        }
    }

    /// Saves only files of the tree, sends only after a resolve, cancels only what was sent.
    private func expectAllowed(_ effect: Effect, _ robot: Robot, _ sent: [ExchangeID]) {
        switch effect {
        case .save(let job): #expect(job.path.hasPrefix("/c/"))
        case .cancel(let id), .stopChecks(let id): #expect(sent.contains(id))
        case .send: Issue.record("a send that no resolve came before")
        case .loadEnvironments(let folder, let place, _): #expect(folder.hasPrefix("/c") && place.root == "/c")
        case .listBodyFiles(let job): #expect(job.file.hasPrefix("/c/") && job.place.root == "/c")
        case .work(let work): #expect(work.path.hasPrefix("/c/"))
        case .readFiles(let job): #expect(job.files.allSatisfy { $0.path.hasPrefix("/c/") })
        case .findDescriptionEdits(let asked): #expect(asked.allSatisfy { $0.path.hasPrefix("/c/") })
        case .keepDescriptionEdits(let edits): #expect(edits.path.hasPrefix("/c/"))
        case .stopReading(let paths): #expect(paths.allSatisfy { $0.hasPrefix("/c/") })
        case .findNearbyDescription(let job): #expect(job.file.path.hasPrefix("/c/") && job.place.root == "/c")
        case .indexOperations, .observe, .coverRun, .sumCoverage, .readLinks, .findChangedReferences:
            Issue.record("no description is in the collection")
        case .addImportedValues, .recordImported: Issue.record("nothing was read to import")
        case .findRecovery(let root): #expect(root == "/c")
        case .saveVariables(let edits): #expect(edits.allSatisfy { $0.file.hasPrefix("/c/") })
        case .saveLogin(let edits): #expect(edits.allSatisfy { $0.file.hasPrefix("/c/") })
        case .saveVariable(let edit): #expect(edit.file.hasPrefix("/c/"))
        case .removeVariable(let edit): #expect(edit.file.hasPrefix("/c/"))
        case .moveSecret(let move): #expect(move.edit.file.hasPrefix("/c/"))
        case .addIgnoreEntry: Issue.record("no file that git would commit was reported")
        case .trust(let subject, _, _, _): #expect(subject == .folder("/c"))
        case .writeResponse: Issue.record("no request writes its response")
        case .keepUnsaved(let job): #expect(job.copies().allSatisfy { $0.path.hasPrefix("/c/") })
        case .removeRecovery: Issue.record("no copies were reported")
        case .readSettings: Issue.record("no change of the configuration was reported")
        case .copyByTerminal, .show: Issue.record("nothing was copied or opened")
        case .stopSignIns, .pasteSignIn, .openBrowser: Issue.record("no sign-in was reported")
        case .forgetTokens(let tokens): #expect(tokens.isEmpty)
        case .removeCookie, .putCookieBack, .clearCookies: Issue.record("no cookie was reported")
        case .openLogged, .markLogged: Issue.record("no row of the request log was reported")
        case .resend(let resend): #expect(resend.row == nil)
        case .removeCached, .clearCache: Issue.record("no stored response was reported")
        case .forgetFilter: Issue.record("no saved filter was reported")
        case .saveFilter(let name, let text): #expect(SavedFilters.isName(name) && !text.isEmpty)
        case .readRun, .openRecorded, .compareRuns, .nameRun, .deleteRun: Issue.record("no run was reported")
        case .replay(let job): #expect(!job.files.isEmpty && job.files.allSatisfy { $0.path.hasPrefix("/c/") })
        case .stopReplay, .readRuns: break
        case .logRequests: break
        case .enterCollection, .keepScreen: Issue.record("no other collection was read")
        case .openCollection, .openSamples, .readRecentCollections, .changeFiles: break
        case .cancelAll, .resolve, .loadCollection, .prepareBody, .editExternally, .suspend, .redraw, .wake, .quit,
            .ask, .readThemes, .keepTheme, .makePicture, .takeMouse,
            .readCache, .readCookies, .readTokens, .check, .lint, .copy, .writeBody, .stopWriting, .viewBody,
            .stopViewing,
            .compare, .stopComparing, .filter, .stopFilter, .search, .stopSearch, .searchPlace,
            .stopPlaceSearch, .readLog, .followLog, .stopFollowingLog, .readLastLogged, .openFirstLogged,
            .readSavedFilters, .readImport, .listTypedFolder, .export:
            break
        }
    }
}
