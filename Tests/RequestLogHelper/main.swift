// A second program for tests of the request log: sends requests and logs them as any program can.
//
//   RequestLogHelper write FOLDER URL COUNT     sends them and ends; - is the usual folder
//   RequestLogHelper die FOLDER URL COUNT       sends them, then more, and kills itself while one waits for its response

import Glibc
import NetEngine
import NetEngineRequestLog

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[4]) else { exit(2) }
let (mode, folder, url) = (arguments[1], arguments[2], arguments[3])
let engine = Engine()
let store = RequestLogStore(
    folder: folder == "-" ? nil : folder, program: "helper",
    report: { text in _ = write(2, "\(text)\n", text.utf8.count + 1) })
engine.log(to: store)
for number in 0..<count { _ = await engine.send(RequestDraft(url: "\(url)/\(number)")) }
if mode == "die" {
    let id = engine.makeID()
    let waiting = Task { await engine.send(RequestDraft(url: "\(url)/hang"), id: id) }
    while store.rowID(of: id) == nil { await store.flush() }
    for number in 0..<20 { _ = await engine.send(RequestDraft(url: "\(url)/late/\(number)")) }
    kill(getpid(), SIGKILL)
    _ = await waiting.value
}
await engine.shutdown()
await store.flush()
print(count)
