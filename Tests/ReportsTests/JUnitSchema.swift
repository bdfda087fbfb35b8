import NetEngine

/// The rules of the schema (junit-10) by which Jenkins' xUnit plugin checks reports.
enum JUnitSchema {
    private struct Rule {
        var required: [String] = []
        var allowed: [String] = []
        var children: [String] = []
        var hasText = false
    }

    private static let verdict = Rule(allowed: ["type", "message"], hasText: true)
    private static let rules: [String: Rule] = [
        "testsuites": Rule(allowed: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
        "testsuite": Rule(
            required: ["name", "tests", "failures", "errors"],
            allowed: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
            children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
        "properties": Rule(children: ["property"]),
        "property": Rule(required: ["name", "value"]),
        // `file` is not in the schema: GitLab reads it.
        "testcase": Rule(
            required: ["name"], allowed: ["time", "classname", "group", "file"],
            children: [
                "skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "system-out",
                "system-err",
            ]),
        "failure": verdict, "error": verdict, "skipped": verdict,
        "system-out": Rule(hasText: true), "system-err": Rule(hasText: true),
    ]

    /// What breaks a rule, in words.
    static func problems(of root: XMLTree.Node) -> [String] {
        var problems = root.name?.local == "testsuites" ? [] : ["The root is not testsuites."]
        check(root, &problems)
        return problems
    }

    private static func check(_ node: XMLTree.Node, _ problems: inout [String]) {
        let name = node.name?.local ?? ""
        guard let rule = rules[name] else { return problems.append("\(name) is not known.") }
        let names = node.attributes.map(\.name.local)
        for missing in rule.required where !names.contains(missing) { problems.append("\(name) has no \(missing).") }
        for extra in names where !rule.required.contains(extra) && !rule.allowed.contains(extra) {
            problems.append("\(name) has \(extra).")
        }
        if let time = node.attribute("time"), Double(time).map({ $0 < 0 }) ?? true {
            problems.append("time is \(time).")
        }
        for child in node.children {
            if child.kind == .element {
                if !rule.children.contains(child.name?.local ?? "") {
                    problems.append("\(child.name?.local ?? "") is in \(name).")
                }
                check(child, &problems)
            } else if !rule.hasText, child.kind == .text, !(child.value ?? "").allSatisfy(\.isWhitespace) {
                problems.append("\(name) has text.")
            }
        }
    }

    /// The same rules for programs.
    static let text = """
        <?xml version="1.0"?>
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:simpleType name="seconds">
            <xs:restriction base="xs:string"><xs:pattern value="[0-9,]*(\\.[0-9]*)?"/></xs:restriction>
          </xs:simpleType>
          <xs:complexType name="verdict" mixed="true">
            <xs:attribute name="type" type="xs:string"/><xs:attribute name="message" type="xs:string"/>
          </xs:complexType>
          <xs:element name="testsuites">
            <xs:complexType>
              <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
              <xs:attribute name="name" type="xs:string"/><xs:attribute name="time" type="seconds"/>
              <xs:attribute name="tests" type="xs:string"/><xs:attribute name="failures" type="xs:string"/>
              <xs:attribute name="errors" type="xs:string"/>
            </xs:complexType>
          </xs:element>
          <xs:element name="testsuite">
            <xs:complexType>
              <xs:choice minOccurs="0" maxOccurs="unbounded">
                <xs:element ref="testsuite"/><xs:element ref="properties"/><xs:element ref="testcase"/>
                <xs:element name="system-out" type="xs:string"/><xs:element name="system-err" type="xs:string"/>
              </xs:choice>
              <xs:attribute name="name" type="xs:string" use="required"/>
              <xs:attribute name="tests" type="xs:string" use="required"/>
              <xs:attribute name="failures" type="xs:string" use="required"/>
              <xs:attribute name="errors" type="xs:string" use="required"/>
              <xs:attribute name="group" type="xs:string"/><xs:attribute name="time" type="seconds"/>
              <xs:attribute name="skipped" type="xs:string"/><xs:attribute name="timestamp" type="xs:string"/>
              <xs:attribute name="hostname" type="xs:string"/><xs:attribute name="id" type="xs:string"/>
              <xs:attribute name="package" type="xs:string"/><xs:attribute name="file" type="xs:string"/>
              <xs:attribute name="log" type="xs:string"/><xs:attribute name="url" type="xs:string"/>
            </xs:complexType>
          </xs:element>
          <xs:element name="properties">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="property" minOccurs="0" maxOccurs="unbounded">
                  <xs:complexType>
                    <xs:attribute name="name" type="xs:string" use="required"/>
                    <xs:attribute name="value" type="xs:string" use="required"/>
                  </xs:complexType>
                </xs:element>
              </xs:sequence>
            </xs:complexType>
          </xs:element>
          <xs:element name="testcase">
            <xs:complexType>
              <xs:choice minOccurs="0" maxOccurs="unbounded">
                <xs:element name="skipped" type="verdict"/><xs:element name="error" type="verdict"/>
                <xs:element name="failure" type="verdict"/>
                <xs:element name="system-out" type="xs:string"/><xs:element name="system-err" type="xs:string"/>
              </xs:choice>
              <xs:attribute name="name" type="xs:string" use="required"/>
              <xs:attribute name="time" type="xs:string"/><xs:attribute name="classname" type="xs:string"/>
              <xs:attribute name="group" type="xs:string"/>
            </xs:complexType>
          </xs:element>
        </xs:schema>
        """
}
