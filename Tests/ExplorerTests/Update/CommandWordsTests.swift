import Testing

@testable import Explorer
@testable import TerminalUI

/// The names of commands, and the words of other programs by which the palette finds them.
@Suite struct CommandWordsTests {
    private static func lines(_ word: (CommandRow) -> String) -> [String] {
        Command.table.filter { !word($0).isEmpty }.map { "\($0.command.id) \(word($0))" }
    }

    private static func rows(_ table: String) -> [String] { table.split(separator: "\n").map(String.init) }

    @Test func `users of other programs find a command by the words that they know`() {
        #expect(
            Self.lines(\.command.synonyms)
                == Self.rows(
                    """
                    send run execute fire submit go
                    send-afresh force refresh no cache
                    revalidate refresh etag
                    replay run all folder collection runner test batch
                    compare-runs diff runs
                    show-plan dry run order dependencies
                    browse-cache cached storage
                    choose-cache-mode disable cache
                    browse-tokens oauth login sign out logout credentials
                    toggle-logging record history private incognito
                    toggle-strict-contract openapi warnings breaches checks
                    choose-images images sixel kitty
                    show-findings lint problems errors warnings diagnostics
                    edit-externally vim editor
                    edit-method verb get post put delete
                    edit-url address target path
                    format-body pretty print beautify indent JSON tidy
                    undo revert take back
                    redo repeat
                    save write file
                    save-all write all files
                    add-item new create request header parameter
                    clone-item duplicate copy request
                    delete-item remove
                    rename-request title name
                    move-request cut paste reorder
                    fold-all collapse all
                    reveal-open locate sidebar tree
                    pick-request open find file request
                    new-file new file add
                    new-folder new folder add directory mkdir
                    open-collection switch folder recent change directory
                    open-samples demo tour tutorial examples
                    paste-request import curl paste url
                    import-files postman openapi swagger insomnia bruno har hurl curl migrate convert
                    convert-curl import curl
                    save-schema graphql sdl introspection download export
                    reload refresh files
                    search find grep
                    go-to jump line
                    cycle-body-mode raw hex pretty wire format
                    choose-reading charset encoding protobuf
                    toggle-wrap soft wrap long lines
                    fold-more collapse
                    fold-less expand
                    unfold-all expand all
                    yank copy as curl clipboard export httpie har postman openapi markdown swift
                    write-body save response download
                    page-body less pager
                    open-body browser external
                    filter-body jq jsonpath xpath query
                    pin-response baseline
                    compare-responses diff
                    clear-cookies delete cookies
                    toggle-follow tail
                    toggle-mouse select text
                    zoom maximize fullscreen
                    shrink resize smaller
                    grow resize larger
                    change-layout split side by side columns rows arrange
                    fold collapse hide minimize pane
                    reset-sizes default layout
                    choose-environment env variables staging
                    edit-environments variables values secrets matrix
                    choose-theme colors colours dark light
                    explain what is help docs
                    show-reasons explain cache headers
                    show-help keys shortcuts bindings
                    redraw refresh screen
                    suspend background shell
                    quit exit leave
                    """))
    }

    @Test func `each command has an id that users write, and a title that they read`() {
        #expect(
            Self.lines(\.title)
                == Self.rows(
                    """
                    send Send
                    send-afresh Send past the cache
                    revalidate Revalidate
                    replay Replay
                    compare-runs Compare runs
                    show-plan Show plan
                    browse-cache Browse the cache
                    choose-cache-mode Cache mode
                    browse-tokens Tokens
                    toggle-logging Request log on or off
                    toggle-strict-contract Strict contract on or off
                    choose-images Pictures
                    show-findings Findings
                    show-coverage Show coverage
                    open Open
                    edit-here Edit here
                    edit-externally Edit in $EDITOR
                    edit-method Edit method
                    edit-url Edit URL
                    format-body Format body
                    choose-body-type Body type
                    undo Undo edit
                    redo Redo edit
                    save Save
                    save-all Save all
                    toggle Switch off and on, mark
                    add-item Add
                    clone-item Clone
                    delete-item Delete
                    rename-request Rename
                    move-request Move
                    move-request-up Move up
                    move-request-down Move down
                    fold-all Fold all
                    reveal-open Show in Collections
                    pick-request Go to request
                    new-file Create file
                    new-folder Create folder
                    open-collection Open collection
                    open-samples Open the samples
                    paste-request Request from text
                    import-files Import
                    convert-curl Convert curl
                    write-captures Write captures
                    save-schema Save schema
                    reload Reload files
                    search Search
                    search-next Next match
                    search-previous Previous match
                    go-to Go to
                    cycle-body-mode Body view
                    choose-reading Read as
                    toggle-wrap Wrap
                    fold-more Fold by a level
                    fold-less Unfold by a level
                    unfold-all Unfold all
                    select-lines Select lines
                    line-end End of line
                    toggle-line-numbers Line numbers
                    yank Copy
                    write-body Write body
                    page-body Page body
                    open-body Open body
                    follow-link Follow link
                    filter-body Filter
                    older-attempt Older response
                    newer-attempt Newer response
                    pin-response Pin response
                    compare-responses Compare
                    show-cookie-values Show cookie values
                    remove-cookie Remove cookie
                    clear-cookies Clear the cookie jar
                    toggle-follow Follow
                    toggle-all All or own
                    save-filter Save filter
                    move-up Up
                    move-down Down
                    move-left Left
                    move-right Right
                    top Top
                    bottom Bottom
                    half-page-down Half page down
                    half-page-up Half page up
                    page-down Page down
                    page-up Page up
                    previous-tab Previous tab
                    next-tab Next tab
                    focus-collections Go to Collections
                    focus-request Go to Request
                    focus-response Go to Response
                    focus-log Go to Log
                    focus-history Go to History
                    focus-runs Go to Runs
                    focus-next Next pane
                    focus-previous Previous pane
                    toggle-mouse Mouse on or off
                    jump Jump
                    zoom Zoom
                    shrink Shrink pane
                    grow Grow pane
                    change-layout Layout
                    fold Fold pane
                    reset-sizes Usual sizes
                    choose-environment Environment
                    edit-environments Edit environments
                    choose-theme Theme
                    show-palette Command palette
                    explain Explain
                    show-reasons Why
                    show-help Help
                    escape Leave or cancel
                    cancel-all Cancel all
                    redraw Redraw
                    suspend Suspend
                    back Back
                    quit Quit
                    """))
    }

    @Test func `a word that is no letter of the title leads to its command in the palette`() {
        for (word, title) in [
            ("private", "Request log on or off"), ("maximize", "Zoom"), ("beautify", "Format body"),
            ("mkdir", "Create folder"), ("swagger", "Import"), ("logout", "Tokens"), ("baseline", "Pin response"),
        ] {
            let robot = Robot()
            robot.press(":")
            robot.type(word)
            let selected = robot.dialog.first { $0.hasPrefix("›") } ?? ""
            #expect(selected.hasPrefix("›\(title) "), "\(word)\n\(robot.screen)")
        }
    }

    @Test func `letters of a jump are those that fingers reach first, and more places than letters get none`() {
        let places = (0..<30).map { Rect(x: $0, y: 0, width: 1, height: 1) }
        let targets = JumpOverlay(places).targets
        #expect(String(targets.map(\.letter)) == "asdfghjklweruiopqtyzxcvbnm")
        #expect(targets.map(\.place) == Array(places.prefix(26)))
    }
}
