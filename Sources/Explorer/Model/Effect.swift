import Base
import Bodies
import Import
import NetEngine
import NetEngineRequestLog
import Runs
import TerminalUI
import Workspace

/// A wish that `update` returns: the runner fulfils it, and its outcome comes back as an action.
package enum Effect: Sendable {
    case send(RequestDraft, id: ExchangeID)
    case cancel(ExchangeID)
    case cancelAll
    /// Begin or end to store exchanges in the request log.
    case logRequests(Bool)
    /// Replace variables and read body files; comes back as `resolved`, or as `planned`.
    case resolve(ResolveJob)
    /// Remember that a folder or an address is trusted; comes back as `trusted`.
    case trust(TrustSubject, owner: OpenRequest.ID, cache: CacheMode?, confirmed: Set<String> = [])
    /// Write a variable to the environment file that defines it; comes back as `variableSaved`.
    case saveVariable(EnvironmentFileEdit)
    /// Write values, all or none; comes back as `variablesSaved`.
    case saveVariables([EnvironmentFileEdit])
    /// Write the values of a login, all or none; comes back as `loginSaved`.
    case saveLogin([EnvironmentFileEdit])
    /// Take a variable out of its environment file; comes back as `variableRemoved`.
    case removeVariable(EnvironmentFileEdit)
    /// Write a secret to a private file; comes back as `secretMoved`.
    case moveSecret(SecretMove)
    /// Append a line to a `.gitignore`; comes back as `ignoreEntryAdded`.
    case addIgnoreEntry(IgnoreEntry)
    /// Write the body of a response where its request says; comes back as `responseWritten`.
    case writeResponse(ResolveJob, Exchange)
    /// Comes back as `saveFinished`.
    case save(SaveJob)
    /// Read all files under the path that was opened; comes back as `collectionLoaded`.
    case loadCollection
    /// Look which files that these descriptions refer to are others now; comes back as `referencesLookedAt`.
    case findChangedReferences([DescribedFile])
    /// Read another collection, whose path is as the user typed it; comes back as `collectionOpened`.
    /// - Parameter drops: whether the user agreed to lose unsaved edits.
    case openCollection(String, drops: Bool)
    /// Read the samples, with a server for them; comes back as `collectionOpened`.
    case openSamples(drops: Bool)
    /// The model is that of another collection now: what reads and watches files follows.
    case enterCollection(String)
    /// Keep the state of a collection's screen, by the path that was opened.
    case keepScreen(ScreenMemory, of: String)
    /// Look which collections were opened; comes back as `recentCollections`.
    case readRecentCollections
    /// Make, move, delete or put back a file or folder; comes back as `filesWereChanged`.
    case changeFiles(FileJob)
    /// Comes back as `filesRead`; how far a large description is comes as `fileReading`.
    case readFiles(ReadJob)
    /// Read no further in these, by path; nothing comes back.
    case stopReading([String])
    /// Comes back as `environmentsLoaded`.
    case loadEnvironments(folder: String, CollectionPlace, described: DescribedFile?)
    /// List the files that a body may name; comes back as `bodyFilesListed`.
    case listBodyFiles(BodyFilesJob)
    /// Lay out an exchange's bodies in the background, from what is known of the last one; comes back as `bodyRead` and in the
    /// end as `bodyPrepared`.
    case prepareBody(Exchange, BodyScan?, ReadingChoice)
    /// Look whether the checks of an exchange hold; comes back as `checked`.
    case check([PreparedCheck], Exchange)
    /// Give up the checks of an exchange; `checked` comes at once with what there is.
    case stopChecks(ExchangeID)
    /// Compare two responses; comes back as `compared`, and on the way as `comparing`.
    case compare(CompareJob)
    /// End a comparison; `compared` comes with what was found.
    case stopComparing(CompareJob.ID)
    /// Apply a filter to the body of an exchange; comes back as `filtered`.
    case filter(FilterState.Run, Exchange)
    /// End a filter; `filtered` comes at once.
    case stopFilter(FilterState.Run.ID)
    /// Search all of a body; comes back as `searched`, and on the way too.
    case search(SearchJob)
    case stopSearch(SearchJob.ID)
    /// Look for the place that a JSON path leads to; comes back as `placeSearched`.
    case searchPlace(PlaceJob)
    case stopPlaceSearch(PlaceJob.ID)
    /// Read the configuration again; comes back as `settingsRead`.
    case readSettings
    /// Take the mouse, or leave it to the terminal.
    case takeMouse(Bool)
    /// Give the terminal to an editor; comes back as `editedExternally`.
    case editExternally(EditorJob)
    /// Give the terminal back to the shell; comes back as `resumed`.
    case suspend
    /// Paint every cell again at the next frame.
    case redraw
    /// Ask the terminal about itself; its answers come as `input`.
    case ask(TerminalQuestions)
    /// Read the user's theme files, now and when they change; comes back as `themesRead`.
    case readThemes
    /// Begin with this theme next time.
    case keepTheme(String)
    /// Make a picture ready for the terminal; comes back as `pictureMade`.
    case makePicture(PictureJob)
    /// Ask for a `tick` action at (or soon after) that moment.
    case wake(at: MonotonicTime)
    /// Do what takes longer than a frame; comes back as `worked`.
    case work(LargeWork)
    /// Read what was changed earlier of the requests of descriptions, given without their edits; comes back as `descriptionEditsFound`.
    case findDescriptionEdits([DescriptionEdits])
    /// Keep what is changed of them.
    case keepDescriptionEdits(DescriptionEdits)
    /// Look for the description that a request belongs to, beside its file; comes back as `nearbyDescriptionFound`.
    case findNearbyDescription(NearbyJob)
    /// Make what finds operations by what is described of them; comes back as `operationsIndexed`, for large ones in steps.
    case indexOperations([DescribedFile])
    /// Look what exchanges exercised of descriptions; comes back as `observed`.
    case observe(ObserveJob)
    /// The same of a recorded run; comes back as `runCovered`.
    case coverRun(CoverRunJob)
    /// Comes back as `coverageSummed`.
    case sumCoverage(CoverageJob)
    /// Evaluate the links of a response; comes back as `linksRead`.
    case readLinks(LinkJob)
    /// Look for what an earlier run left unsaved of files in a folder or below it; comes back as `recoveryFound`.
    case findRecovery(root: String)
    /// Make the recovery copies of this run those of what is unsaved now; the first failure comes back as `failed`.
    case keepUnsaved(RecoveryJob)
    /// Remove recovery copies that are of no use any more.
    case removeRecovery([String])
    /// Look into a cookie jar; comes back as `cookiesRead`.
    case readCookies(CookieScope)
    /// Take a cookie out of a jar; comes back as `cookiesRead`.
    case removeCookie(Cookie, CookieScope)
    /// Put a cookie back that was taken out of a jar; comes back as `cookiesRead`.
    case putCookieBack(Cookie, CookieScope)
    /// Empty a cookie jar; comes back as `cookiesRead`.
    case clearCookies(CookieScope)
    /// Read what the cache holds; comes back as `cacheRead`.
    case readCache
    /// Take these out of the cache; comes back as `cacheRead`.
    case removeCached([StoredResponse])
    /// Take everything out of the cache; comes back as `cacheRead`.
    case clearCache
    /// Stop all sign-ins that wait for the user.
    case stopSignIns
    /// Hand over the address to which a browser was sent by a sign-in.
    case pasteSignIn(String)
    /// Show a page in the user's browser.
    case openBrowser(url: String)
    /// Comes back as `tokensRead`.
    case readTokens
    /// Forget these here and on disk; comes back as `tokensRead`.
    case forgetTokens([KeptToken])
    /// Look through all files for what is wrong in them; comes back as `linted`.
    case lint(LintJob)
    /// Read a file of another tool; comes back as `importRead`.
    case readImport(ImportJob)
    /// Read the names of a folder; comes back as `typedFolderListed`.
    case listTypedFolder(TypedFolderJob)
    /// Add the values of imported environments to the environment files; comes back as `importedValuesAdded`.
    case addImportedValues(ImportTarget)
    /// Store what an import recorded, once its files are written; comes back as `importRecorded`.
    case recordImported(ImportTarget, at: String, root: String)
    /// Put a text on the user's clipboard; comes back as `copied`, or as `notCopied`.
    case copy(CopyJob)
    /// Put saved requests in another tool's format on the clipboard; comes back as `exported`, or as `notCopied`.
    case export(ExportJob)
    /// Send a text to the terminal, whose clipboard it is for.
    case copyByTerminal(ClipboardText)
    /// Write a body to a file; `bodyWriting` reports how far it is, and it comes back as `bodyWritten`.
    case writeBody(BodyWriteJob)
    /// Stop writing a body; no file is left.
    case stopWriting
    /// Put a body into a temporary file for another program; `viewWriting` reports how far it is, and it comes back as
    /// `bodyOpened`, or as `fileReady`.
    case viewBody(BodyViewJob)
    /// Stop writing that file; nothing is left of it.
    case stopViewing
    /// Give the terminal to the program that shows a file, and remove the file afterwards.
    case show(ViewedFile)
    /// Read rows of the request log; comes back as `logRead`.
    case readLog(LogReading)
    /// The same, and whatever changes afterwards, until it is stopped; comes back as `logChanged`.
    case followLog(LogReading)
    case stopFollowingLog(LogReading.ID)
    /// Read how each request of a collection ended last; comes back as `lastLogged`.
    case readLastLogged(root: String)
    /// Read the exchange of a row of the request log; comes back as `loggedExchange`.
    case openLogged(LogRow)
    /// Read the exchange of the first row of a page; comes back as `loggedExchange`.
    case openFirstLogged(LogReading, orSay: String)
    /// Change or delete a row of the request log; comes back as `logChanged`.
    case markLogged(LogRow, LogMark)
    /// Read the filters that the user saved; comes back as `savedFiltersRead`.
    case readSavedFilters
    /// Save a filter of the request log under a name; comes back as `savedFiltersRead`.
    case saveFilter(name: String, String)
    /// Forget a saved filter, by its name; comes back as `savedFiltersRead`.
    case forgetFilter(String)
    /// Make a draft of an exchange, with the secrets of today; comes back as `resending`, as `failed`, or as
    /// `resendToConfirm`.
    case resend(Resend)
    /// Send many requests as a run; comes back as `replayBegan`, then as `replayed` again and again.
    case replay(ReplayJob)
    /// Start no further request of a run, and cancel those in flight.
    case stopReplay(ReplayJob.ID)
    /// Read the list of recorded runs; comes back as `runsRead`.
    case readRuns
    /// Read a recorded run; comes back as `runRead`.
    case readRun(RunEntry, ticket: Int)
    /// Read the exchange of a result of a recorded run; comes back as `recordedRead`.
    case openRecorded(RunEntry, RunRecord, ticket: Int)
    /// Comes back as `runsCompared`.
    case compareRuns(RunPair)
    /// nil takes the name away; comes back as `runsRead`.
    case nameRun(RunEntry, String?)
    /// Comes back as `runsRead`.
    case deleteRun(RunEntry)
    case quit
}
