// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

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

/// Packed, the list of addresses that the loader adjusts is 20 KB and not 2.5 MB, all of which a start reads. The loader of glibc
/// understands that since 2.36.
let packing: [String] = {
    #if canImport(Glibc)
        var text = [CChar](repeating: 0, count: 64)
        guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return [] }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // "glibc 2.36"
        let version = name.split { $0 == " " || $0 == "." }.compactMap { Int($0) }
        guard version.count >= 2, (version[0], version[1]) >= (2, 36) else { return [] }
        return ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
    #else
        return []
    #endif
}()

/// Release builds on Linux carry the Swift libraries in the program: it starts in two thirds of the time, takes a quarter less memory
/// and runs on machines without Swift. The named libraries are those that only dynamic linking finds by itself; lld, which is part of
/// the toolchain, because gold prints a warning about a line in Foundation. No library looks for a function of the program, so its names
/// are not exported: the loader would look at them for each symbol of each library. `APITUI_DYNAMIC=1` is for toolchains without static
/// libraries.
let linking: [LinkerSetting] =
    Context.environment["APITUI_DYNAMIC"] == "1"
    ? []
    : [
        .unsafeFlags(
            ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic"] + packing
                + [
                    "_CFURLSessionInterface", "CoreFoundation", "_FoundationICU", "_FoundationCShims",
                    "_FoundationCollections",
                ].map { "-l\($0)" },
            .when(platforms: [.linux], configuration: .release))
    ]

/// A product of another package. It is fetched only if the trait is on, or `All`, which is so by default. Who depends on this
/// package names the traits that are wanted: docs/library.md.
///
/// By default one trait is on, because each is a flag of the compiler, and SwiftPM puts several in another order each time it runs:
/// it would build everything anew.
func external(_ product: String, _ package: String, _ trait: String = "All") -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["All", trait]))
}

let grdb = external("GRDB", "GRDB.swift", "SQLite")
/// SQLite's own functions, for what is called millions of times.
let grdbSQLite = external("GRDBSQLite", "GRDB.swift", "SQLite")
let yams = external("Yams", "Yams")
/// Where there is no Combine.
let openCombine = ["OpenCombine", "OpenCombineDispatch"].map { product in
    Target.Dependency.product(
        name: product, package: "OpenCombine",
        condition: .when(platforms: [.linux, .windows, .android], traits: ["All", "Publishers"]))
}

/// A target of the library or of the program. What it may know is in `dependencies`: `.ci/run` builds with the check of explicit imports.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// The tests of one target, `NameTests`. They see what is in their dependencies, and what all tests share.
func tests(of name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: swiftSettings)
}

/// What is fuzzed (`Tests/FuzzTests`): everything that reads bytes from outside.
let fuzzed: [Target.Dependency] = [
    "NetEngine", "Base", "Pattern", "XPath", "JSONPath", "JSONSchema", "OpenAPI", "GraphQL", "HTTPFormat", "Contract",
    "Descriptions", "Workspace", "Import", "Settings", "Explain", "RequestLog", "TerminalUI",
]

/// The program and its tests; ARCHITECTURE.md says what is in which target.
let program: [Target] = [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    module("Base", ["NetEngine"]),
    module("Pattern", ["Base"]),
    module("XPath", ["Base", "Pattern", "NetEngine"]),
    module("JSONPath", ["Base", "Pattern", "NetEngine"]),
    // JSON Schema: compiled once, checked in linear time. Fetches nothing.
    module("JSONSchema", ["Base", "Pattern", "JSONPath", "NetEngine"]),
    // Descriptions of APIs: OpenAPI and Swagger. Bytes in, operations, values and notices out.
    module("OpenAPI", ["Base", "Pattern", "JSONPath", "NetEngine", yams]),
    // The language GraphQL: documents, schemas, validation, completion. Pure.
    module("GraphQL", ["Base", "JSONPath", "NetEngine"]),
    module("HTTPFormat", ["Base", "Pattern", "XPath", "JSONPath", "GraphQL", "NetEngine"]),
    // A description with the validator of its schemas: which operation a request is, and whether its response keeps to it.
    module("Contract", ["Base", "Pattern", "JSONPath", "JSONSchema", "OpenAPI", "NetEngine"]),
    // Descriptions as request files and as texts to read. Pure.
    module(
        "Descriptions",
        [
            "Base", "Pattern", "JSONPath", "JSONSchema", "OpenAPI", "GraphQL", "HTTPFormat", "Contract", "NetEngine",
        ]),
    // Descriptions from what was recorded. Pure.
    module(
        "DescriptionDrafts", ["Base", "Pattern", "JSONPath", "JSONSchema", "OpenAPI", "NetEngine", yams]),
    module(
        "Workspace",
        [
            "Base", "Pattern", "XPath", "JSONPath", "JSONSchema", "OpenAPI", "GraphQL", "HTTPFormat", "Contract",
            "Descriptions", "NetEngine", "NetEngineSQLiteCache",
            external("Histogram", "hdrhistogram-swift"),
        ]),
    // Files of other tools: bytes in; a collection, files to write and notices of what is lost out. Pure.
    module(
        "Import",
        [
            "Base", "Pattern", "JSONPath", "OpenAPI", "Contract", "Descriptions", "HTTPFormat", "Workspace",
            "NetEngine",
        ]),
    // Saved requests in the formats of other tools. Pure, but for the files that bodies name.
    module(
        "RequestExport",
        ["Base", "DescriptionDrafts", "OpenAPI", "HTTPFormat", "Workspace", "NetEngine"]),
    // The configuration file: its one table, its reader, its schema. Bytes in, values and sentences out.
    module("Settings", ["Base", "NetEngine", yams]),
    // C: the loops that see every byte of a body.
    .target(name: "CBodyScan"),
    // C: pictures by the libraries of their formats, which are linked into the program: loading three more would slow every start.
    .target(
        name: "CPicture",
        linkerSettings: [":libpng16.a", ":libturbojpeg.a", ":libwebp.a", "z", "m"].map { .linkedLibrary($0) }),
    module("Bodies", ["Base", "Pattern", "XPath", "JSONPath", "NetEngine", "CBodyScan", "CPicture"]),
    module("Explain", ["Base", "NetEngine"]),
    module(
        "RequestLog",
        [
            "Base", "Pattern", "NetEngine", "NetEngineSQLite", "NetEngineRequestLog", grdb,
        ]),
    // Recordings of runs: their format, and the store that the request log shares with them.
    module(
        "Runs",
        ["Base", "JSONPath", "HTTPFormat", "Workspace", "NetEngine", "NetEngineSQLite", "NetEngineRequestLog", grdb]),
    // What a recorded run is reported as: for people, for CI, for browsers.
    module("Reports", ["Base", "Runs", "Workspace", "NetEngine"]),
    // What differs between two recorded runs, with reports.
    module(
        "Comparison",
        ["Base", "Pattern", "JSONPath", "Bodies", "Workspace", "Runs", "NetEngine"]),
    module("TerminalUI", ["Base", "CNcurses", yams]),
    module(
        "Explorer",
        [
            "Base", "Pattern", "JSONPath", "OpenAPI", "GraphQL", "Contract", "Descriptions", "Bodies", "Explain",
            "HTTPFormat", "Workspace", "Import", "RequestExport", "RequestLog", "Runs", "Comparison", "Settings",
            "TerminalUI",
            "NetEngine", "NetEngineRequestLog",
        ]),
    module(
        "DemoServer",
        [
            "Base", "Explain", "JSONPath", "GraphQL", "NetEngine", "CCompression", "CSamples",
            external("FlyingSocks", "FlyingFox"),
        ]),
    // The commands as texts: manual pages, and what a shell may offer while one is typed. Pure.
    module("CommandGuide", ["Base", "JSONPath", "NetEngine"]),
    // The libraries of the machine that requests are sent with: versions, and what they can do.
    module("LinkedLibraries", ["CCurl", "CCompression"]),
    // Databases that are looked into and not touched. Beside GRDB, which creates files even for a reader.
    module("UntouchedSQLite", [grdbSQLite]),
    // What is wrong with the machine and with what the program keeps, and what to do.
    module(
        "Doctor",
        [
            "Base", "JSONPath", "LinkedLibraries", "UntouchedSQLite", "NetEngineSQLite", "NetEngineRequestLog",
            "Workspace",
        ]),
    // C, for `#embed`: the files of Collections/Demo inside the program.
    .target(name: "CSamples"),
    .executableTarget(
        name: "apitui",
        dependencies: [
            "NetEngine", "NetEngineRequestLog", "Base", "Explain", "Pattern", "JSONPath", "OpenAPI", "Contract",
            "DescriptionDrafts", "HTTPFormat", "Workspace", "Import", "RequestExport", "RequestLog", "Runs", "Reports",
            "Comparison", "Settings", "TerminalUI", "Explorer", "DemoServer", "CommandGuide", "Doctor",
            "NetEngineSQLite", "LinkedLibraries", "UntouchedSQLite",
            external("ArgumentParser", "swift-argument-parser"),
        ],
        swiftSettings: swiftSettings,
        linkerSettings: linking
    ),
    tests(of: "Base", ["Base", "NetEngine"]),
    tests(of: "Pattern", ["Pattern"]),
    tests(of: "XPath", ["XPath", "Base", "NetEngine"]),
    tests(of: "JSONPath", ["JSONPath", "Base"]),
    tests(of: "JSONSchema", ["JSONSchema", "Pattern", "JSONPath", "Base", "NetEngine"]),
    tests(of: "OpenAPI", ["OpenAPI", "Pattern", "JSONPath", "Base", "NetEngine"]),
    tests(of: "Contract", ["Contract", "JSONSchema", "OpenAPI", "Pattern", "JSONPath", "Base", "NetEngine"]),
    tests(
        of: "Descriptions",
        [
            "Descriptions", "Contract", "JSONSchema", "OpenAPI", "GraphQL", "HTTPFormat", "Pattern", "JSONPath", "Base",
            "NetEngine",
        ]),
    tests(
        of: "DescriptionDrafts",
        ["DescriptionDrafts", "JSONSchema", "OpenAPI", "Pattern", "JSONPath", "Base", "NetEngine", yams]),
    tests(of: "GraphQL", ["GraphQL", "JSONPath", "Base", "NetEngine"]),
    tests(of: "HTTPFormat", ["HTTPFormat", "Base", "NetEngine"]),
    tests(of: "Bodies", ["Bodies", "JSONPath", "Pattern", "Base", "NetEngine"]),
    tests(of: "Explain", ["Explain", "Base", "NetEngine"]),
    tests(
        of: "RequestLog",
        [
            "RequestLog", "NetEngineRequestLog", "NetEngineSQLite", "RequestLogHelper", "Pattern", "Base", "NetEngine",
            grdb,
        ]),
    tests(
        of: "Runs", ["Runs", "Workspace", "HTTPFormat", "Base", "NetEngine", "NetEngineRequestLog", grdb]),
    tests(of: "Reports", ["Reports", "Runs", "Workspace", "Base", "NetEngine", "NetEngineRequestLog"]),
    tests(
        of: "Comparison",
        ["Comparison", "Runs", "Workspace", "Base", "NetEngine", "NetEngineRequestLog"]),
    tests(of: "Settings", ["Settings", "Base", "NetEngine"]),
    tests(of: "TerminalUI", ["TerminalUI", "Base"]),
    tests(
        of: "Workspace",
        [
            "Workspace", "HTTPFormat", "OpenAPI", "GraphQL", "Contract", "Descriptions", "JSONPath", "Pattern", "Base",
            "NetEngine",
        ]),
    tests(
        of: "Import",
        ["Import", "Workspace", "HTTPFormat", "OpenAPI", "JSONPath", "Base", "NetEngine"]),
    tests(
        of: "RequestExport",
        ["RequestExport", "Workspace", "HTTPFormat", "JSONSchema", "JSONPath", "OpenAPI", "Base", "NetEngine"]),
    tests(
        of: "Explorer",
        [
            "Explorer", "Bodies", "Settings", "TerminalUI", "Workspace", "Import", "RequestExport", "RequestLog",
            "Runs",
            "Comparison", "Reports", "HTTPFormat", "JSONPath", "Pattern", "XPath", "Base", "NetEngine",
            "NetEngineRequestLog",
        ]),
    tests(
        of: "DemoServer",
        ["DemoServer", "Contract", "OpenAPI", "GraphQL", "JSONPath", "Pattern", "Base", "NetEngine"]),
    tests(
        of: "Apitui",
        [
            "apitui", "DemoServer", "Explorer", "Explain", "Settings", "TerminalUI", "Workspace", "RequestLog",
            "HTTPFormat", "CommandGuide", "Base", "NetEngine", "NetEngineRequestLog",
        ]),
    tests(of: "CommandGuide", ["CommandGuide", "Base"]),
    tests(
        of: "Doctor",
        [
            "Doctor", "LinkedLibraries", "UntouchedSQLite", "Workspace", "NetEngineSQLite", "NetEngineRequestLog",
            "Base", "NetEngine", grdb,
        ]),
    .testTarget(
        name: "EndToEndTests", dependencies: ["apitui", "NetEngine", "NetEngineRequestLog", "TestSupport", grdb],
        exclude: ["Upgrades/Fixtures"], swiftSettings: swiftSettings),
    .testTarget(
        name: "FuzzTests", dependencies: fuzzed + ["apitui", "TestSupport"], path: "Tests/FuzzTests",
        exclude: ["Cases", "Corpus", "Driver"], swiftSettings: swiftSettings),
]

/// `Benchmarks/run log` builds it: it sees more of the log than a product offers, so it cannot be in the package of the others.
let logBenchmark: [Target] =
    Context.environment["LOG_BENCHMARK"] == "1"
    ? [
        .executableTarget(
            name: "LogBenchmark", dependencies: ["NetEngine", "NetEngineRequestLog", "RequestLog"],
            path: "Benchmarks/LogBenchmark", swiftSettings: swiftSettings)
    ] : []

/// `Benchmarks/run contract` builds it: it sees what no product offers.
let contractBenchmark: [Target] =
    Context.environment["CONTRACT_BENCHMARK"] == "1"
    ? [
        .executableTarget(
            name: "ContractBenchmark",
            dependencies: ["NetEngine", "JSONPath", "JSONSchema", "OpenAPI", "Contract", "Descriptions"],
            path: "Benchmarks/ContractBenchmark", swiftSettings: swiftSettings)
    ] : []

/// `scripts/fuzz` builds the program `Fuzz`, in a build folder of its own: all code is instrumented for it. What it takes of the
/// program `apitui` is a target then, for no program can depend on another one.
let isFuzzing = Context.environment["FUZZ"] == "1"
let fuzzer: [Target] = [
    .target(
        name: "BatchInput", dependencies: ["Base", "NetEngine", "TerminalUI", "Workspace"],
        path: "Sources/apitui/Batch",
        exclude: ["BatchOutput.swift", "BatchResult.swift", "BatchRun.swift", "BatchWorkers.swift"],
        swiftSettings: swiftSettings),
    .executableTarget(
        name: "Fuzz", dependencies: fuzzed + ["BatchInput"], path: "Tests/FuzzTests",
        exclude: ["Cases", "Corpus", "FuzzTargetTests.swift", "Readings"],
        swiftSettings: swiftSettings + [.define("LIBFUZZER")],
        linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
]

/// `NETENGINE_ONLY=1 swift test` builds and tests the library without the program, in a third of the time.
let isWithoutProgram = Context.environment["NETENGINE_ONLY"] == "1"

/// `TESTS=OpenAPI,Contract swift test` builds and runs the tests of these targets alone, with what they need.
let chosenTests = Context.environment["TESTS"].map { names in
    Set(names.split(separator: ",").map { "\($0)Tests" })
}

// Linux with glibc. Nothing else was built; docs/library.md says what is missing.
let package = Package(
    name: "apitui",
    products: [
        .library(name: "NetEngine", targets: ["NetEngine"]),
        .library(name: "NetEnginePublishers", targets: ["NetEnginePublishers"]),
        .library(name: "NetEngineSwiftLog", targets: ["NetEngineSwiftLog"]),
        .library(name: "NetEngineSQLiteCache", targets: ["NetEngineSQLiteCache"]),
        .library(name: "NetEngineURLSession", targets: ["NetEngineURLSession"]),
        .library(name: "NetEngineRequestLog", targets: ["NetEngineRequestLog"]),
        .library(name: "NetEngineTesting", targets: ["NetEngineTesting"]),
        .library(name: "NetEngineHTTPTypes", targets: ["NetEngineHTTPTypes"]),
        .library(name: "NetEngineTracing", targets: ["NetEngineTracing"]),
        .library(name: "NetEngineMetrics", targets: ["NetEngineMetrics"]),
    ] + (isWithoutProgram || isFuzzing ? [] : [.executable(name: "apitui", targets: ["apitui"])]),
    traits: [
        .trait(name: "All", description: "The program apitui, and all of the following"),
        .trait(name: "Publishers", description: "NetEnginePublishers: OpenCombine where there is no Combine"),
        .trait(name: "SwiftLog", description: "NetEngineSwiftLog: swift-log"),
        .trait(name: "SQLite", description: "NetEngineSQLiteCache and NetEngineRequestLog: GRDB"),
        .trait(name: "HTTPTypes", description: "NetEngineHTTPTypes: swift-http-types"),
        .trait(name: "Tracing", description: "NetEngineTracing: swift-distributed-tracing"),
        .trait(name: "Metrics", description: "NetEngineMetrics: swift-metrics"),
        .default(enabledTraits: ["All"]),
    ],
    dependencies: [
        // Packages before 1.0 may break in a minor version; docs/install.md names the versions that were tested.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", .upToNextMinor(from: "0.2.0")),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: ([
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CIDN", linkerSettings: [.linkedLibrary("curl")]),
        .systemLibrary(
            name: "CCompression", providers: [.apt(["zlib1g-dev", "libbrotli-dev", "libzstd-dev"])]),
        // And not libxml2: that one brings ICU along, which costs every start of the program over a millisecond.
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        // For hashes; libcurl loads it already.
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPublicSuffix", providers: [.apt(["libpsl-dev"])]),
        module("NetEngine", ["CCurl", "CIDN", "CCompression", "CCrypto", "CExpat", "CPublicSuffix"]),
        // Targets of their own, so that who wants neither library builds and loads neither.
        module("NetEnginePublishers", ["NetEngine"] + openCombine),
        module("NetEngineSwiftLog", ["NetEngine", external("Logging", "swift-log", "SwiftLog")]),
        module("NetEngineHTTPTypes", ["NetEngine", external("HTTPTypes", "swift-http-types", "HTTPTypes")]),
        module("NetEngineTracing", ["NetEngine", external("Tracing", "swift-distributed-tracing", "Tracing")]),
        module("NetEngineMetrics", ["NetEngine", external("CoreMetrics", "swift-metrics", "Metrics")]),
        // Of its own as well: FoundationNetworking would more than double the start of a program that does not use it.
        module("NetEngineURLSession", ["NetEngine"]),
        // What every SQLite database of the library needs: its folder, its locks, damage.
        module("NetEngineSQLite", [grdb]),
        module("NetEngineSQLiteCache", ["NetEngine", "NetEngineSQLite", grdb]),
        module("NetEngineRequestLog", ["NetEngine", "NetEngineSQLite", grdb, grdbSQLite]),
        // For the tests of whoever uses the library, ours too.
        module("NetEngineTesting", ["NetEngine"]),
        .target(name: "CTestProcess", path: "Tests/CTestProcess"),
        // A second program for tests of the request log. CTestProcess tells the thread sanitizer what a `Mutex` orders.
        .executableTarget(
            name: "RequestLogHelper", dependencies: ["NetEngine", "NetEngineRequestLog", "CTestProcess"],
            path: "Tests/RequestLogHelper",
            swiftSettings: swiftSettings),
        .target(
            name: "TestSupport", dependencies: ["NetEngine", "CTestProcess"], path: "Tests/TestSupport",
            swiftSettings: swiftSettings,
            // libcurl must find the tests' own name lookup (StubNames) before the system's.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getaddrinfo"])]),
        .testTarget(
            name: "NetEngineTests",
            dependencies: [
                "NetEngine", "CCurl", "NetEnginePublishers", "NetEngineSwiftLog", "NetEngineSQLite",
                "NetEngineSQLiteCache", "NetEngineRequestLog", "NetEngineURLSession", "NetEngineTesting",
                "NetEngineHTTPTypes", "NetEngineTracing", "NetEngineMetrics", "RequestLogHelper", "TestSupport", grdb,
                external("Logging", "swift-log", "SwiftLog"),
                external("HTTPTypes", "swift-http-types", "HTTPTypes"),
                external("Tracing", "swift-distributed-tracing", "Tracing"),
                external("InMemoryTracing", "swift-distributed-tracing", "Tracing"),
                external("CoreMetrics", "swift-metrics", "Metrics"),
                external("MetricsTestKit", "swift-metrics", "Metrics"),
            ],
            exclude: ["Cases"], swiftSettings: swiftSettings),
    ] + (isWithoutProgram ? [] : program + logBenchmark + contractBenchmark)
        + (isFuzzing ? fuzzer : [])).filter { target in
            guard !isFuzzing else { return !target.isTest && target.name != "apitui" }
            return !target.isTest || chosenTests?.contains(target.name) ?? true
        },
    swiftLanguageModes: [.v6]
)
