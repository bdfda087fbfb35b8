import Base
import Testing

@testable import RequestExport

struct PostmanPartsTests {
    private func json(_ text: String, disabled: [(name: String, value: String)] = []) -> String {
        let written = PostmanURL(text, disabled: disabled).json.text
        let raw = #"{"raw":\#(JSONOutput.string(text).text),"#
        return written.hasPrefix(raw) ? String(written.dropFirst(raw.count).dropLast()) : written
    }

    @Test func `a URL is taken apart, and variables stay whole`() {
        #expect(
            json("https://api.example.com:8080/a/b?x=1&y&z=&w=a=b")
                == #""protocol":"https","host":["api","example","com"],"port":"8080","path":["a","b"],"#
                + #""query":[{"key":"x","value":"1"},{"key":"y","value":null},{"key":"z","value":""},"#
                + #"{"key":"w","value":"a=b"}]"#)
        #expect(json("{{base}}/a/{{id}}") == #""host":["{{base}}"],"path":["a","{{id}}"]"#)
        #expect(json("http://{{h}}:{{p}}/") == #""protocol":"http","host":["{{h}}"],"port":"{{p}}","path":[""]"#)
        #expect(json("http://{{a:b}}/") == #""protocol":"http","host":["{{a:b}}"],"path":[""]"#)
        #expect(json("{{s}}://h") == #""host":["{{s}}:"],"path":["","h"]"#)
        #expect(json("http://[::1]:80/x") == #""protocol":"http","host":["[::1]"],"port":"80","path":["x"]"#)
        #expect(json("http://[::1]/x") == #""protocol":"http","host":["[::1]"],"path":["x"]"#)
        #expect(json("http://1.2.3.4") == #""protocol":"http","host":["1","2","3","4"]"#)
        #expect(json("http://h?x=1") == #""protocol":"http","host":["h"],"query":[{"key":"x","value":"1"}]"#)
        #expect(json("http://h:/x") == #""protocol":"http","host":["h:"],"path":["x"]"#)
        #expect(
            json("http://h/{{a/b}}/?x={{a?b&c=d}}")
                == #""protocol":"http","host":["h"],"path":["{{a/b}}",""],"#
                + #""query":[{"key":"x","value":"{{a?b&c=d}}"}]"#)
        #expect(
            json("http://h", disabled: [("off", "1")])
                == #""protocol":"http","host":["h"],"query":[{"key":"off","value":"1","disabled":true}]"#)
    }

    @Test func `a second value of a name gets another name`() {
        var variables = PostmanVariables()
        let values = ["1", "2", "1", "2", nil].map { ExportValue(name: "a", value: $0) }
        let keys = values.map { variables.key(of: $0) }
        #expect(keys.map(\.key) == ["a", "a_2", "a", "a_2", "a_3"])
        #expect(keys.map(\.isChanged) == [false, true, false, true, true])
        #expect(
            variables.json.text == #"[{"key":"a","value":"1","type":"string"},"#
                + #"{"key":"a_2","value":"2","type":"string"},{"key":"a_3","value":"","type":"string"}]"#)
    }
}
