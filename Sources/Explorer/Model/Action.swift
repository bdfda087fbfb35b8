import Base
import Bodies
import Comparison
import Contract
import HTTPFormat
import Import
import NetEngine
import NetEngineRequestLog
import Runs
import TerminalUI
import Workspace

/// Something that happened: the input of `update`, which gets the time with it.
package enum Action: Sendable {
    case input(InputEvent)
    /// A step of an exchange; `finished` carries the whole of it.
    case engine(EngineEvent)
    /// A moment asked for with `Effect.wake` has come.
    case tick
    /// The first frame is on the screen.
    case screenShown
    /// A picture is ready for the terminal; nil if it stays in half blocks.
    case pictureMade(PictureJob.Key, TerminalPicture?)
    /// The files were read, or one sentence says why not.
    case collectionLoaded(Result<CollectionFolder, CollectionError>)
    /// Another collection was read, which takes the place of this one.
    case collectionOpened(CollectionOpening)
    /// Another collection cannot be read; one sentence, and the `CollectionOpening.number` that it would have had.
    case collectionUnread(sentence: String, number: Int)
    /// The paths of collections that were opened, the latest first.
    case recentCollections([String])
    /// A file or folder was made, moved, deleted or put back, with what takes that back; or one sentence says why not.
    case filesWereChanged(FileJob, Result<FileOperation?, CollectionError>)
    /// Something happened to files on disk.
    case filesChanged(FileChange)
    /// Before all is read again: these files are others now, of those that descriptions refer to.
    case referencesLookedAt(changed: Set<String>)
    case settingsRead(SettingsReading)
    /// Files were read again; one that is not there is left out.
    case filesRead(ReadJob, [CollectionFile])
    /// How many bytes of a large description were read.
    case fileReading(path: String, Int)
    /// The environment files that apply to the request files of a folder were read.
    case environmentsLoaded(folder: String, EnvironmentSet)
    /// The files of a folder that a body may name; those of folders end with a slash.
    case bodyFilesListed(BodyFilesJob, [String])
    /// A request was made ready to be sent, or was not; `id` is fresh and nothing was sent under it yet.
    case resolved(ResolveJob, RequestResolver.Outcome, id: ExchangeID)
    /// A request is more than one send, or asks for something: what is to be done, in order.
    case planned(ResolveJob, SendPlan)
    /// A step of a plan is disabled, cannot be sent, or repeats this often.
    case prepared(ResolveJob, PreparedStep)
    /// A folder was put on the list of trusted ones, or a sentence says why not; the send that waits for it, with the notes that
    /// were confirmed.
    case trusted(problem: String?, owner: OpenRequest.ID, cache: CacheMode?, confirmed: Set<String> = [])
    /// A variable was written to its file, or a sentence says why not.
    case variableSaved(EnvironmentFileEdit, problem: String?)
    /// Values were written to their files, or a sentence says why none was.
    case variablesSaved([EnvironmentFileEdit], problem: String?)
    case loginSaved([EnvironmentFileEdit], problem: String?)
    /// A variable was taken out of its file, or a sentence says why not.
    case variableRemoved(EnvironmentFileEdit, problem: String?)
    /// A secret was written to a private file, or was not.
    case secretMoved(SecretMove, SecretMove.Outcome)
    /// Others can read these private files, which were written; the action that reports the write follows.
    case openToOthers(Set<String>)
    /// A private file was written that no rule of git's covers.
    case ignoreEntryMissing(IgnoreEntry)
    /// What became of a line for a `.gitignore`.
    case ignoreEntryAdded(IgnoreEntry, IgnoreEntry.Outcome)
    /// The response of an exchange was written to a file, or a sentence says why not.
    case responseWritten(ResponseFile.Outcome, of: ExchangeID)
    case saveFinished(SaveJob, SaveOutcome)
    /// The editor ended: with the text as it left it, or with one sentence why nothing changes.
    case editedExternally(EditorJob, EditorOutcome)
    /// The terminal is ours again after a suspend.
    case resumed(size: Size)
    /// As much of a body was read in the background; more follows.
    case bodyRead(ExchangeID, BodyDocument)
    /// Bodies were laid out in the background.
    case bodyPrepared(ExchangeDocument)
    /// What `update` lacked was made in the background.
    case worked(LargeWork, LargeWork.Outcome)
    /// Something of the body of an exchange in flight is there.
    case bodyArrived(ExchangeID, BodyNews)
    /// The checks of an exchange were evaluated in the background.
    case checked(ExchangeID, CheckReport)
    /// A comparison is that far, from 0 to 1.
    case comparing(CompareJob.ID, Double)
    case compared(CompareJob.ID, ComparedResponses)
    /// What came of a filter, and how long it took.
    case filtered(FilterState.Run.ID, Result<FilteredBody, BodyFilter.Failure>, Duration)
    /// What a search in the background has found by now.
    case searched(SearchJob.ID, BodySearch)
    /// How far the search for a place is, or its result.
    case placeSearched(PlaceJob.ID, PlaceJob.News)
    /// Copies that an earlier run left, the oldest first.
    case recoveryFound([RecoveryCopy], problems: [String] = [])
    case descriptionEditsFound([DescriptionEdits])
    /// The description that requests of a file belong to; nil if there is none, a sentence if it cannot be read.
    case nearbyDescriptionFound(NearbyDescriptions.Subject, Result<DescribedFile, CollectionError>?)
    /// Operations of a description can be found.
    case operationsIndexed(IndexedOperations)
    case observed([ObservedOperations])
    /// A recorded run was counted, which takes the place of the one before; nil for none.
    case runCovered(RunEntry?, [ObservedOperations], ticket: Int)
    case coverageSummed(DescribedFile, CoverageResult)
    case linksRead(ExchangeID, [FollowedLink])
    /// A token needs the user, or no longer does.
    case token(TokenNews)
    /// The tokens of this run and those that are kept, as of that second since 1970.
    case tokensRead([KeptToken], seconds: Int64)
    /// All files were looked through.
    case linted([LintFinding])
    /// What would be written of an import, or why nothing can be.
    case importRead(ImportJob, Result<ImportedFiles, ImportError>)
    /// The names in a folder; those of folders end with a slash.
    case typedFolderListed(TypedFolderJob, [String])
    /// The environment files that were written, or why none was.
    case importedValuesAdded(Result<[String], CollectionError>)
    /// How many of the recorded responses of an import are in the request log.
    case importRecorded(stored: Int, of: Int)
    /// The share of an import that is read, from 0 to 1.
    case importProgressed(ImportJob, Double)
    /// Whether this machine can reach other machines.
    case networkChanged(NetworkState)
    /// The contents of the cache a moment ago, or why they are not known.
    case cacheRead(Result<CacheContents, CacheUnusable>)
    /// What a cookie jar holds.
    case cookiesRead(CookieScope, [Cookie])
    /// A text is on its way to the clipboard. If that is by the terminal, it has yet to be sent there.
    case copied(name: String, ClipboardText, ClipboardOutcome)
    case notCopied(sentence: String)
    /// As `copied`, with what the export leaves out.
    case exported(ExportOutcome)
    /// Bytes of a body that are in a file by now.
    case bodyWriting(Int)
    case bodyWritten(BodyFileWriter.Outcome)
    /// Bytes that are by now in the file for another program.
    case viewWriting(Int)
    /// A file lies ready for a program that needs the terminal.
    case fileReady(ViewedFile)
    /// A program beside ours has the body.
    case bodyOpened(by: String)
    /// No program was started; one sentence.
    case viewFailed(sentence: String)
    /// Rows of the request log were read; the time by the wall clock.
    case logRead(LogReading, Result<LogReading.Rows, LogReading.Failure>, at: Timestamp)
    /// Rows of the request log are new or have changed.
    case logChanged(LogChanges, at: Timestamp)
    /// The exchange of a row of the request log, or a sentence why it cannot be shown.
    case loggedExchange(LogRow?, Result<Exchange, LogReading.Failure>, checks: [String] = [])
    /// The last row of each request of the collection.
    case lastLogged([LogRow])
    /// The filters that the user saved, by name, and what to say of them.
    case savedFiltersRead([String: String], said: String?)
    /// An exchange is ready to be sent again; nothing was sent under the id yet.
    case resending(Resend, RequestDraft, id: ExchangeID)
    /// The request of an exchange asks to be confirmed, by a file that is not open.
    case resendToConfirm(Resend, SendPlan.Step)
    /// Requests of a run ask to be confirmed.
    case replayToConfirm(ReplayJob, [SendPlan.Step])
    /// A run must know something before it begins.
    case replayAsks(ReplayJob, [PromptField])
    case replayBegan(ReplayJob.ID, ReplayPlanned)
    case replayed(ReplayJob.ID, ReplayNews)
    /// A run is about to send what must be masked.
    case replayLearned([VariableUse], RequestDraft?)
    /// A run does not begin; one sentence.
    case replayRefused(ReplayJob.ID, sentence: String)
    /// The recorded runs, the newest first.
    case runsRead(Result<[RunEntry], RunStoreError>)
    case runRead(RunEntry, Result<RunAccount, RunStoreError>, ticket: Int)
    /// The exchange of a result of a recorded run.
    case recordedRead(Result<RecordedResult, RunStoreError>, ticket: Int)
    case runsCompared(RunPair, Result<ComparisonTable, RunStoreError>)
    /// The user's theme files.
    case themesRead([UserTheme])
    /// Something of ours went wrong; one sentence for the footer.
    case failed(sentence: String)
}
