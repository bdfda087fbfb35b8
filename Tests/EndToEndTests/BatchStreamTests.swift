import Foundation
import TestSupport
import Testing

/// The program as a filter: lines in, lines out, one result for each line however the program ends.
@Suite struct BatchStreamTests {
    @Test func `every line is answered once, good and bad`() async throws {
        try await StubServer.with(.status(200)) { server in
            let url = server.url
            var input = Array("\u{FEFF}".utf8)
            input += Array("\(Batch.line("a", url))\r\n\n   \n".utf8)
            input += Array("nonsense\n[]\n{\"id\":\"b\"}\n{\"id\":\"c\",\"method\":1,\"url\":\"\(url)\"}\n".utf8)
            input +=
                Array(#"{"id":"d","method":"GET","url":"\#(url)","headers":[["X","€"]]}"#.utf8) + [0x0A, 0x00, 0x0A]
            input += Array(#"{"id":"e","method":"GET","url":""#.utf8) + [0xFF] + Array("\"}\n".utf8)
            input += Array((String(repeating: "[", count: 100_000) + "\n").utf8)
            input += Array("\(Batch.line("a", url))\n\(Batch.line("f", url))".utf8)
            let run = try await Batch.run(input: input)
            #expect(run.status == 0)
            #expect(run.errorText == "")
            let answers = try BatchAnswer.decode(run.output)
            #expect(answers.map { $0.id ?? "-" }.sorted() == ["-", "-", "-", "-", "a", "a", "b", "c", "d", "e", "f"])
            for answer in answers {
                let isGood = ["a", "f"].contains(answer.id)
                #expect(answer.status == (isGood ? 200 : nil))
                #expect(answer.category == (isGood ? nil : "request-build"))
            }
            #expect(answers.first { $0.id == "d" }?.error?.sentence.contains("\"X\"") == true)
        }
    }

    @Test func `ids that are numbers come back as they were written`() async throws {
        let run = try await Batch.run(input: Array("{\"id\":1.50,\"method\":\"\"}\n{\"id\":[],\"method\":\"\"}".utf8))
        #expect(run.text.hasPrefix("{\"id\":1.50,"))
        #expect(run.text.contains("\n{\"id\":null,"))
    }

    @Test func `no input gives no output`() async throws {
        let run = try await Batch.run(input: [])
        #expect(run.status == 0)
        #expect(run.output == [])
        #expect(run.errorText == "")
    }

    @Test func `an unknown member is ignored, and reported once`() async throws {
        try await StubServer.with(.status(200)) { server in
            let line = Batch.line("1", server.url, #""timeOut":1,"\u001b[2J":2"#)
            let run = try await Batch.run(input: Array("\(line)\n\(line)\n".utf8))
            #expect(try BatchAnswer.decode(run.output).map(\.status) == [200, 200])
            let lines = run.errorText.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.contains("line 1: \"timeOut\"") == true)
            #expect(!run.errorOutput.contains(0x1B))
        }
    }

    @Test func `of a line eight unknown members are reported, and a hundred of all lines`() async throws {
        let lines = (1...14).map { line in
            let members = (1...9).map { #""m\#(line)-\#($0)":0"# }.joined(separator: ",")
            return #"{"id":"\#(line)",\#(members)}"#
        }
        let run = try await Batch.run(input: Array(lines.joined(separator: "\n").utf8))
        let all = (1...14).flatMap { line in
            (1...8).map { #"apitui: line \#(line): "m\#(line)-\#($0)" is not known and is ignored."# }
        }
        #expect(run.errorText.split(separator: "\n").map(String.init) == Array(all.prefix(100)))
        #expect(try BatchAnswer.decode(run.output).count == 14)
    }

    @Test func `a line over 64 MiB is answered, and the next one too`() async throws {
        let run = try await Batch.script(
            """
            { printf '{"id":"big","method":"POST","url":"http://127.0.0.1:1/","body":"'; head -c 68000000 /dev/zero | tr '\\0' a
              printf '"}\\n{"id":"next"}\\n'; } | "$0" batch
            """)
        #expect(run.status == 0)
        let answers = try BatchAnswer.decode(run.output)
        #expect(answers.map(\.id) == ["big", "next"])
        #expect(answers.first?.error?.sentence == "Line 1: it is longer than 64 MiB.")
    }

    @Test func `as many requests run at once as were asked for, and no more`() async throws {
        try await StubServer.with(.slowHead) { server in
            let lines = (0..<9).map { Batch.line("\($0)", server.url) }
            async let answers = Batch.send(lines, ["--jobs", "3"])
            let first = await server.requests(3)
            #expect(first.count == 3)
            #expect(server.connectionCount == 3)
            server.release()
            let all = try await answers
            #expect(Set(all.map(\.id)) == Set(lines.indices.map(String.init)))
            #expect(all.allSatisfy { $0.status == 200 })
            #expect(server.connectionCount == 3)
            #expect(all.count { $0.reused } == 6)
        }
    }

    @Test func `a result comes while the input is still open, in whatever order`() async throws {
        try await StubServer.with(.routes(["/slow": .slowHead, "/quick": .status(200)])) { server in
            async let run = Batch.script(
                """
                coproc "$0" batch
                exec {input}>&"${COPROC[1]}"
                echo '{"id":"slow","method":"GET","url":"'$1'/slow"}' >&$input
                echo '{"id":"quick","method":"GET","url":"'$1'/quick"}' >&$input
                read -r line <&"${COPROC[0]}"; echo "$line"
                echo '{"id":"last","method":"GET","url":"'$1'/quick"}' >&$input
                read -r line <&"${COPROC[0]}"; echo "$line"
                """, [server.url])
            let result = try await run
            #expect(try BatchAnswer.decode(result.output).map(\.id) == ["quick", "last"])
        }
    }

    // MARK: - Endings

    @Test(arguments: [3, 9000])
    func `after SIGINT every line that was read is answered once`(count: Int) async throws {
        let silent = try SilentListener()
        let lines = (0..<count).map { Batch.line("\($0)", "http://127.0.0.1:\(silent.port)/") }
        let input = Array((lines.joined(separator: "\n") + "\n{\"id\":\"part").utf8)
        let run = try await Batch.run(["--jobs", "2"], input: input, interruptWhenReadable: silent.descriptor)
        #expect(run.status == 130)
        #expect(run.errorText == "")
        let answers = try BatchAnswer.decode(run.output).filter { $0.category != "request-build" }
        #expect(Set(answers.map(\.id)).count == answers.count)
        #expect(answers.allSatisfy { $0.category == "cancelled" })
        let numbers = answers.compactMap { $0.id.flatMap { Int($0) } }.sorted()
        #expect(numbers == Array(0..<answers.count))
        #expect(!numbers.isEmpty)
    }

    @Test func `SIGTERM answers what is in flight, and shows in the status`() async throws {
        try await StubServer.with(.routes(["/hangs": .slowBody, "/good": .status(200)])) { server in
            let run = try await Batch.script(
                """
                coproc "$0" batch --jobs 2
                pid=$COPROC_PID
                exec {input}>&"${COPROC[1]}" {output}<&"${COPROC[0]}"
                for i in 1 2; do echo '{"id":"h'$i'","method":"GET","url":"'$1'/hangs"}' >&$input; done
                echo '{"id":"w","method":"GET","url":"'$1'/good"}' >&$input
                echo '{"id":"bad"}' >&$input
                read -r line <&$output; echo "$line"
                kill -TERM $pid
                cat <&$output
                wait $pid; echo "status $?" >&2
                """, [server.url])
            #expect(run.errorText == "status 143\n")
            let answers = try BatchAnswer.decode(run.output)
            #expect(answers.first?.id == "bad")
            #expect(Set(answers.map(\.id)) == ["bad", "h1", "h2", "w"])
            #expect(answers.count == 4)
            #expect(answers.dropFirst().allSatisfy { $0.category == "cancelled" })
        }
    }

    @Test func `a reader who leaves ends it, with a message`() async throws {
        let silent = try SilentListener()
        let run = try await Batch.script(
            #"""
            { for i in 1 2 3; do echo '{"id":1}'; done; echo '{"id":2,"method":"GET","url":"http://127.0.0.1:'$1'/"}'; sleep 30 & echo $! > pid; } \
              | "$0" batch | head -n 1
            echo "status ${PIPESTATUS[1]}" >&2; kill $(cat pid)
            """#, ["\(silent.port)"])
        #expect(run.text.split(separator: "\n").count == 1)
        let sentence = "apitui: The reader of the results closed the pipe; requests in flight were cancelled.\n"
        #expect(run.errorText.contains(sentence))
        #expect(run.errorText.contains("status 141"))
    }

    @Test func `a reader who leaves after the input has ended cancels what is in flight`() async throws {
        try await StubServer.with(.routes(["/hangs": .neverAnswers, "/first": .slowHead])) { server in
            async let run = Batch.script(
                """
                for path in hangs first; do echo '{"id":"'$path'","method":"GET","url":"'$1/$path'"}'; done > lines
                "$0" batch < lines | head -n 1
                echo "status ${PIPESTATUS[0]}" >&2
                "$0" log --json
                """, [server.url])
            // Both are in flight before the first result lets the reader leave.
            _ = await server.requests(2)
            server.release()
            let result = try await run
            #expect(
                result.errorText.contains("requests in flight were cancelled.\nstatus 141\n"), "\(result.errorText)")
            let rows = result.text.split(separator: "\n").dropFirst()
            #expect(rows.count == 2, "\(result.text)")
            // It did not end by its own timeout.
            let hanging = try #require(rows.first { $0.contains(#""path":"/hangs""#) }, "\(result.text)")
            #expect(hanging.contains(#""category":"cancelled""#), "\(hanging)")
        }
    }

    @Test func `a full disk ends it, with a message`() async throws {
        let run = try await Batch.script(#"echo '{"id":1}' | "$0" batch > /dev/full"#)
        #expect(run.status == 1)
        #expect(run.errorText.contains("No space left on device"))
    }

    @Test(arguments: [("<&-", 2, "closed"), ("< /", 2, "folder"), ("</dev/null >&-", 2, "closed")])
    func `streams that cannot be used are reported`(redirection: String, status: Int32, word: String) async throws {
        let run = try await Batch.script("\"$0\" batch \(redirection)")
        #expect(run.status == status)
        #expect(run.errorText.contains(word))
        #expect(run.errorText.split(separator: "\n").count == 1)
    }

    @Test func `memory does not grow with the number of lines`() async throws {
        let behaviour = StubBehaviour.status(200, body: String(repeating: "x", count: 20_000))
        try await StubServer.with(behaviour) { server in
            // The peak after 500 responses, and after 6000 more, which carried 120 MB of bodies.
            let run = try await Batch.script(
                """
                coproc "$0" batch --jobs 8
                exec {input}>&"${COPROC[1]}" {output}<&"${COPROC[0]}"
                lines() { yes '{"id":1,"method":"GET","url":"'$url'"}' | head -n $1 >&$input; }
                peak() { sed -n 's/VmHWM:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$COPROC_PID/status; }
                url=$1
                lines 500 & head -n 500 <&$output | wc -l; peak
                lines 6000 & head -n 6000 <&$output | wc -l; peak
                """, [server.url])
            let numbers = run.text.split(separator: "\n").compactMap { Int($0.filter { $0 != " " }) }
            try #require(numbers.count == 4, "\(run.text) \(run.errorText)")
            #expect(numbers[0] == 500 && numbers[2] == 6000)
            // The request log may hold up to 6 MiB of bodies and 1,000 exchanges, and the allocator keeps what it had for them.
            #expect(numbers[3] - numbers[1] < 60_000, "\(numbers)")
        }
    }
}
