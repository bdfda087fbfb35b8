import Base
import JSONPath
import Testing

@testable import OpenAPI

/// Which branch a sample takes, what its discriminator says, and what a direction leaves out of an author's value.
@Suite struct SampleChoiceTests {
    private static let animals = ##"""
        "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
        "Alias": {"$ref": "#/components/schemas/Cat"},
        "Tiger": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["tiger"]}}},
        "Pet": {"type": "object", "required": ["t"], "properties": {"t": {"type": "string"}}, "discriminator":
          {"propertyName": "t", "mapping": {"x": "#/components/schemas/Cat", "me": "#/components/schemas/Root"}}}
        """##

    private func sample(
        _ root: some StringProtocol, direction: SampleMaker.Direction = .request, valid: ((String) -> Bool)? = nil
    ) throws -> Sample {
        let text = """
            {"openapi": "3.1.0", "paths": {}, "components": {"schemas": {"Root": \(root), \(Self.animals)}}}
            """
        let description = try Description.read(Array(text.utf8))
        let schema = try #require(description.documents.root["components"]?["schemas"]?["Root"])
        let validator: SampleMaker.Validator? = valid.map { valid in
            { value, place in place != schema.place || valid(String(decoding: value.slice(0), as: UTF8.self)) }
        }
        var maker = SampleMaker(description, direction: direction, extent: .full, validator: validator)
        return maker.sample(of: schema.place)
    }

    @Test func `a discriminator has the key that its mapping has for the branch, else its name`() throws {
        let rows = ##"""
            {"oneOf":[{"$ref":"#/components/schemas/Cat"}],"discriminator":{"propertyName":"kind","mapping":{"meow":"Cat"}}} | {"kind":"meow"}
            {"oneOf":[{"$ref":"#/components/schemas/Cat"}],"discriminator":{"propertyName":"kind","mapping":{"dog":"Pet","meow":"Cat","purr":"Cat"}}} | {"kind":"meow"}
            {"oneOf":[{"$ref":"#/components/schemas/Cat"}],"discriminator":{"propertyName":"kind","mapping":{"meow":"#/components/schemas/None"}}} | {"kind":"Cat"}
            {"oneOf":[{"$ref":"#/components/schemas/Cat"}],"discriminator":{"propertyName":"kind","mapping":{"x":5,"meow":"#/components/schemas/Alias"}}} | {"kind":"meow"}
            {"oneOf":[{"$ref":"#/components/schemas/Alias"}],"discriminator":{"propertyName":"kind","mapping":{"meow":"#/components/schemas/Cat"}}} | {"kind":"meow"}
            {"oneOf":[{"$ref":"#/components/schemas/Alias"}],"discriminator":{"propertyName":"kind"}} | {"kind":"Alias"}
            {"anyOf":[{"$ref":"#/components/schemas/Cat"}],"discriminator":{"propertyName":"kind"}} | {"kind":"Cat"}
            {"oneOf":[{"$ref":"#/components/schemas/Tiger"}],"discriminator":{"propertyName":"kind"}} | {"kind":"tiger"}
            {"oneOf":[{"$ref":"#/components/schemas/Cat"}],"discriminator":{}} | {"kind":"string"}
            {"allOf":[{"$ref":"#/components/schemas/Pet"}]} | {"t":"me"}
            """##
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            #expect(try sample(parts[0]).value?.text ?? "none" == parts[1], "\(row)")
        }
    }

    @Test func `a schema of Swagger 2 has its own name in the discriminator of the one that it extends`() throws {
        let text = """
            swagger: '2.0'
            paths: {}
            inline: {allOf: [{$ref: '#/definitions/Pet'}]}
            definitions:
              Pet: {type: object, discriminator: t, required: [t], properties: {t: {type: string}}}
              Dog: {allOf: [{$ref: '#/definitions/Pet'}]}
            """
        let description = try Description.read(Array(text.utf8))
        let root = description.documents.root
        let schemas = [root["definitions"]?["Dog"], root["definitions"]?["Pet"], root["inline"]].compactMap { $0 }
        var maker = SampleMaker(description)
        let made = schemas.map { maker.sample(of: $0.place).value?.text }
        #expect(made == [#"{"t":"Dog"}"#, #"{"t":"Pet"}"#, #"{"t":"string"}"#])
    }

    @Test func `an author's value loses what its direction leaves out, at each level`() throws {
        let rows = """
            {"oneOf":[{"properties":{"r":{"readOnly":true}}}],"example":{"r":1,"s":2}} | {"s":2}
            {"oneOf":[true,{"properties":{"r":{"readOnly":true}}}],"example":{"r":1,"s":2}} | {"s":2}
            {"anyOf":[{"oneOf":[{"properties":{"r":{"readOnly":true}}}]}],"example":{"r":1,"s":2}} | {"s":2}
            {"additionalProperties":{"properties":{"r":{"readOnly":true}}},"example":{"k":{"r":1,"s":2}}} | {"k":{"s":2}}
            {"prefixItems":[{"properties":{"r":{"readOnly":true}}}],"items":{"properties":{"q":{"readOnly":true}}},"example":[{"r":1,"q":2},{"r":1,"q":2}]} | [{"q":2},{"r":1}]
            {"properties":{"w":{"writeOnly":true},"r":{"readOnly":true}},"example":{"w":1,"r":2}} | {"w":1}
            {"properties":{"o":{"properties":{"r":{"readOnly":true}}}},"example":{"o":{"r":1}}} | {"o":{}}
            {"properties":{"r":{"readOnly":true}},"default":{"r":1,"s":2}} | {"s":2}
            {"properties":{"r":{"allOf":[{"readOnly":true}]}},"example":{"r":1,"s":2}} | {"s":2}
            {"properties":{"r":{"readOnly":false}},"example":{"r":1}} | {"r":1}
            """
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            #expect(try sample(parts[0]).value?.text ?? "none" == parts[1], "\(row)")
            let turned = row.replacing("readOnly", with: "other").replacing("writeOnly", with: "readOnly")
                .replacing("other", with: "writeOnly")
            let other = turned.split(separator: " | ").map(String.init)
            #expect(try sample(other[0], direction: .response).value?.text ?? "none" == other[1], "\(row)")
        }
    }

    @Test func `four values are tried before one that is not valid is kept, with the reason`() throws {
        let fourth = try sample(#"{"type":"integer"}"#) { $0 == "4" }
        #expect(fourth.value?.text == "4" && fourth.isValid == true && fourth.failure == nil)
        let fifth = try sample(#"{"type":"integer"}"#) { $0 == "5" }
        #expect(fifth.value?.text == "1" && fifth.isValid == false)
        #expect(
            fifth.failure
                == SampleFailure(
                    reason: "the value that was made is not valid against the whole schema",
                    pointer: "/components/schemas/Root"))
        #expect(try sample(#"{"type":"string"}"#) { $0 == #""string3""# }.value?.text == #""string3""#)
        let unknown = try sample(#"{"type":"integer"}"#)
        #expect(unknown.value?.text == "1" && unknown.isValid == nil && unknown.failure == nil)
    }

    @Test func `a branch that is not valid is kept if no other one is`() throws {
        let schema = #"{"oneOf":[{"type":"integer"},{"type":"boolean"}]}"#
        let second = try sample(schema) { $0 == "true" }
        #expect(second.value?.text == "true" && second.failure == nil)
        #expect(second.branches.map(\.index) == [1] && second.branches.map(\.count) == [2])
        let none = try sample(schema) { $0 == "null" }
        #expect(none.value?.text == "1" && none.isValid == false && none.failure != nil)
        #expect(none.branches.map(\.index) == [0] && none.branches.map(\.count) == [2])
    }
}
