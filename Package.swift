// swift-tools-version: 6.2
import PackageDescription

/// `.ci/run` sets the variable. `-Xswiftc -warnings-as-errors` would clash with the flags of the packages we use.
let strictness: [SwiftSetting] =
    Context.environment["APITUI_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// One list for every Swift target, so that no target is compiled under other rules than its neighbours.
let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + strictness

/// Release builds on Linux carry the Swift libraries in the program: it starts in two thirds of the time, takes a quarter less memory
/// and runs on machines without Swift. The named libraries are those that only dynamic linking finds by itself; lld, which is part of
/// the toolchain, because gold prints a warning about a line in Foundation. `APITUI_DYNAMIC=1` is for toolchains without static
/// libraries.
let linking: [LinkerSetting] =
    Context.environment["APITUI_DYNAMIC"] == "1"
    ? []
    : [
        .unsafeFlags(
            ["-static-stdlib", "-use-ld=lld"]
                + [
                    "_CFURLSessionInterface", "CoreFoundation", "_FoundationICU", "_FoundationCShims",
                    "_FoundationCollections",
                ].map { "-l\($0)" },
            .when(platforms: [.linux], configuration: .release))
    ]

/// A target of the program. What it may know is in `dependencies`: `.ci/run` builds with the check of explicit imports.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// The tests of one target, `NameTests`. They see what is in their dependencies, and what all tests share.
func tests(of name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: swiftSettings)
}

/// The program and its tests; ARCHITECTURE.md says what is in which target.
let program: [Target] = [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    module("Base", ["NetEngine"]),
    module("Pattern", ["Base"]),
    module("XPath", ["Base", "Pattern", "NetEngine"]),
    module("JSONPath", ["Base", "Pattern", "NetEngine"]),
    module("HTTPFormat", ["Base", "Pattern", "XPath", "JSONPath", "NetEngine"]),
    module(
        "Workspace", ["Base", "Pattern", "XPath", "JSONPath", "HTTPFormat", "NetEngine", "NetEngineSQLiteCache"]),
    // C: the loops that see every byte of a body.
    .target(name: "CBodyScan"),
    // C: pictures by the libraries of their formats, which are linked into the program: loading three more would slow every start.
    .target(
        name: "CPicture",
        linkerSettings: [":libpng16.a", ":libturbojpeg.a", ":libwebp.a", "z", "m"].map { .linkedLibrary($0) }),
    module("Bodies", ["Base", "Pattern", "XPath", "JSONPath", "NetEngine", "CBodyScan", "CPicture"]),
    module("Explain", ["Base", "NetEngine"]),
    module("TerminalUI", ["Base", "CNcurses"]),
    module(
        "Explorer", ["Base", "Pattern", "Bodies", "Explain", "HTTPFormat", "Workspace", "TerminalUI", "NetEngine"]),
    module(
        "DemoServer",
        [
            "Base", "Explain", "JSONPath", "NetEngine", "CCompression",
            .product(name: "FlyingSocks", package: "FlyingFox"),
        ]),
    // C, for `#embed`: the files of Collections/Demo inside the program.
    .target(name: "CSamples"),
    .executableTarget(
        name: "apitui",
        dependencies: [
            "NetEngine", "Base", "Explain", "Pattern", "JSONPath", "HTTPFormat", "Workspace", "TerminalUI", "Explorer",
            "DemoServer", "CSamples",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: swiftSettings,
        linkerSettings: linking
    ),
    tests(of: "Base", ["Base", "NetEngine"]),
    tests(of: "Pattern", ["Pattern"]),
    tests(of: "XPath", ["XPath", "Base", "NetEngine"]),
    tests(of: "JSONPath", ["JSONPath", "Base"]),
    tests(of: "HTTPFormat", ["HTTPFormat", "Base", "NetEngine"]),
    tests(of: "Bodies", ["Bodies", "JSONPath", "Pattern", "Base", "NetEngine"]),
    tests(of: "Explain", ["Explain", "Base", "NetEngine"]),
    tests(of: "TerminalUI", ["TerminalUI", "Base"]),
    tests(of: "Workspace", ["Workspace", "HTTPFormat", "JSONPath", "Pattern", "Base", "NetEngine"]),
    tests(
        of: "Explorer",
        [
            "Explorer", "Bodies", "TerminalUI", "Workspace", "HTTPFormat", "JSONPath", "Pattern", "XPath", "Base",
            "NetEngine",
        ]),
    tests(of: "DemoServer", ["DemoServer"]),
    tests(
        of: "Apitui",
        ["apitui", "DemoServer", "Explorer", "TerminalUI", "Workspace", "HTTPFormat", "Base", "NetEngine"]),
    tests(of: "EndToEnd", ["apitui"]),
]

/// `NETENGINE_ONLY=1 swift test` builds and tests the library without the program, in a third of the time.
let isWithoutProgram = Context.environment["NETENGINE_ONLY"] == "1"

let package = Package(
    name: "apitui",
    products: [
        .library(name: "NetEngine", targets: ["NetEngine"]),
        .library(name: "NetEnginePublishers", targets: ["NetEnginePublishers"]),
        .library(name: "NetEngineSwiftLog", targets: ["NetEngineSwiftLog"]),
        .library(name: "NetEngineSQLiteCache", targets: ["NetEngineSQLiteCache"]),
        .library(name: "NetEngineURLSession", targets: ["NetEngineURLSession"]),
    ] + (isWithoutProgram ? [] : [.executable(name: "apitui", targets: ["apitui"])]),
    dependencies: [
        // Packages before 1.0 may break in a minor version; README names the versions that were tested.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CIDN", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CCompression", providers: [.apt(["zlib1g-dev", "libbrotli-dev", "libzstd-dev"])]),
        // And not libxml2: that one brings ICU along, which costs every start of the program over a millisecond.
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        // For hashes; libcurl loads it already.
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPublicSuffix", providers: [.apt(["libpsl-dev"])]),
        .target(
            name: "NetEngine", dependencies: ["CCurl", "CIDN", "CCompression", "CCrypto", "CExpat", "CPublicSuffix"],
            swiftSettings: swiftSettings),
        // Targets of their own, so that who wants neither library builds and loads neither.
        .target(
            name: "NetEnginePublishers",
            dependencies: [
                "NetEngine",
                .product(
                    name: "OpenCombine", package: "OpenCombine",
                    condition: .when(platforms: [.linux, .windows, .android])),
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "NetEngineSwiftLog",
            dependencies: ["NetEngine", .product(name: "Logging", package: "swift-log")],
            swiftSettings: swiftSettings),
        // Of its own as well: FoundationNetworking would more than double the start of a program that does not use it.
        .target(name: "NetEngineURLSession", dependencies: ["NetEngine"], swiftSettings: swiftSettings),
        .target(
            name: "NetEngineSQLiteCache",
            dependencies: ["NetEngine", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: swiftSettings),
        .target(name: "CTestProcess", path: "Tests/CTestProcess"),
        .target(
            name: "TestSupport", dependencies: ["NetEngine", "CTestProcess"], path: "Tests/TestSupport",
            swiftSettings: swiftSettings,
            // libcurl must find the tests' own name lookup (StubNames) before the system's.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getaddrinfo"])]),
        .testTarget(
            name: "NetEngineTests",
            dependencies: [
                "NetEngine", "NetEnginePublishers", "NetEngineSwiftLog", "NetEngineSQLiteCache", "NetEngineURLSession",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(
                    name: "OpenCombine", package: "OpenCombine",
                    condition: .when(platforms: [.linux, .windows, .android])),
            ],
            swiftSettings: swiftSettings),
    ] + (isWithoutProgram ? [] : program),
    swiftLanguageModes: [.v6]
)
