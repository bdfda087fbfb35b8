extension Command {
    /// Other words for what it does, by which users of other programs look for it in the palette.
    var synonyms: String { Self.otherWords[self] ?? "" }

    private static let otherWords: [Command: String] = [
        .send: "run execute fire submit go", .sendAfresh: "force refresh no cache", .revalidate: "refresh etag",
        .replay: "run all folder collection runner test batch", .compareRuns: "diff runs",
        .showPlan: "dry run order dependencies", .browseCache: "cached storage", .chooseCacheMode: "disable cache",
        .browseTokens: "oauth login sign out logout credentials", .toggleLogging: "record history private incognito",
        .chooseImages: "images sixel kitty", .showFindings: "lint problems errors warnings diagnostics",
        .editExternally: "vim editor", .editMethod: "verb get post put delete", .editURL: "address target path",
        .undo: "revert take back", .redo: "repeat", .formatBody: "pretty print beautify indent JSON tidy",
        .save: "write file", .saveAll: "write all files",
        .addItem: "new create request header parameter", .cloneItem: "duplicate copy request",
        .deleteItem: "remove", .renameRequest: "title name", .moveRequest: "cut paste reorder",
        .convertCurl: "import curl", .foldAll: "collapse all", .unfoldAll: "expand all", .foldMore: "collapse",
        .foldLess: "expand", .revealOpen: "locate sidebar tree", .search: "find grep", .goTo: "jump line",
        .cycleBodyMode: "raw hex pretty wire format", .chooseReading: "charset encoding protobuf",
        .toggleWrap: "soft wrap long lines",
        .yank: "copy as curl clipboard export httpie har postman openapi markdown swift",
        .writeBody: "save response download",
        .pageBody: "less pager", .openBody: "browser external", .filterBody: "jq jsonpath xpath query",
        .pinResponse: "baseline", .compareResponses: "diff", .clearCookies: "delete cookies",
        .zoom: "maximize fullscreen",
        .shrink: "resize smaller", .grow: "resize larger", .changeLayout: "split side by side columns rows arrange",
        .fold: "collapse hide minimize pane", .resetSizes: "default layout",
        .chooseEnvironment: "env variables staging",
        .chooseTheme: "colors colours dark light", .explain: "what is help docs", .showReasons: "explain cache headers",
        .showHelp: "keys shortcuts bindings", .quit: "exit leave", .redraw: "refresh screen",
        .suspend: "background shell",
        .toggleMouse: "select text", .toggleFollow: "tail", .reload: "refresh files",
        .pickRequest: "open find file request",
        .openSamples: "demo tour tutorial examples", .pasteRequest: "import curl paste url",
        .editEnvironments: "variables values secrets matrix",
        .newFile: "new file add", .newFolder: "new folder add directory mkdir",
        .openCollection: "switch folder recent change directory",
    ]
}
