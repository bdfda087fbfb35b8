import Base
import Contract
import NetEngine
import OpenAPI
import TestSupport
import Testing

/// What is said of forms, parts, XML, streams and JSON beside their schemas, as it was recorded (`Recorded`).
@Suite struct RecordedBodyTests {
    private static let description = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://a.example'}]
        paths:
          /form:
            post:
              requestBody:
                required: true
                content:
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [name]
                      properties:
                        name: {type: string, minLength: 2}
                        age: {type: integer, minimum: 0}
                        on: {type: boolean}
                        none: {type: 'null'}
                        tags: {type: array, items: {type: string}, maxItems: 2}
                        numbers: {type: array, items: {type: integer}}
                        piped: {type: array, items: {type: integer}}
                        commas: {type: array, items: {type: string}}
                        deep: {type: object, properties: {x: {type: integer}, y: {type: string}}}
                        address: {type: object, required: [city], properties: {city: {type: string}}}
                        either: {anyOf: [{type: integer}, {type: string}]}
                        data: {type: string}
                    encoding: {deep: {style: deepObject}, piped: {style: pipeDelimited, explode: false}, commas: {style: form, explode: false}, data: {contentType: application/json}}
          /spread:
            post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {o: {type: object}}}, encoding: {o: {style: form, explode: true}}}}}}
          /closed:
            post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, additionalProperties: false, properties: {a: {type: string}}}}}}}
          /others:
            post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, additionalProperties: {type: integer}, properties: {a: {type: string}}}}}}}
          /free:
            post: {requestBody: {content: {application/x-www-form-urlencoded: {}}}}
          /parts:
            post:
              requestBody:
                content:
                  multipart/form-data:
                    schema:
                      type: object
                      required: [file]
                      properties: {file: {type: string, format: binary}, meta: {type: object, required: [id], properties: {id: {type: integer}}}, list: {type: array, items: {type: object}}, n: {type: integer}}
                    encoding: {file: {contentType: 'image/png, image/*', headers: {X-Kind: {required: true, schema: {enum: [a]}}, Content-Type: {required: true}}}, meta: {contentType: application/json}}
          /xml:
            post:
              requestBody:
                content:
                  application/xml:
                    schema:
                      type: object
                      required: [id, item]
                      xml: {name: order, namespace: 'urn:o', prefix: o}
                      properties:
                        id: {type: integer, xml: {attribute: true}}
                        note: {type: string}
                        price: {type: number, xml: {name: cost}}
                        item: {type: array, items: {type: string}}
                        wrapped: {type: array, xml: {wrapped: true, name: list}, items: {type: integer, xml: {name: entry}}}
                        ns: {type: string, xml: {namespace: 'urn:n'}}
                        child: {type: object, additionalProperties: false, properties: {a: {type: boolean}}}
          /xmlchoice: {post: {requestBody: {content: {application/xml: {schema: {type: object, properties: {a: {type: object, oneOf: [{required: [x]}, {required: [y]}]}}}}}}}}
          /xmlpattern: {post: {requestBody: {content: {application/xml: {schema: {type: object, patternProperties: {'^a': {}}, properties: {b: {type: string}}}}}}}}
          /xmlnode: {post: {requestBody: {content: {application/xml: {schema: {type: object, properties: {t: {type: string, xml: {nodeType: text}}}}}}}}}
          /xmlelement: {post: {requestBody: {content: {application/xml: {schema: {type: object, properties: {l: {type: array, xml: {nodeType: element}, items: {type: boolean}}, a: {type: string, xml: {nodeType: attribute, name: b}}}}}}}}}
          /xmlarray: {post: {requestBody: {content: {application/xml: {schema: {type: array, items: {type: integer, xml: {name: n, namespace: 'urn:n'}}, maxItems: 2}}}}}}
          /xmlnamed: {post: {requestBody: {content: {application/xml: {schema: {$ref: '#/components/schemas/Thing'}}}}}}
          /xmlgone: {post: {requestBody: {content: {application/xml: {schema: {$ref: '#/components/schemas/Gone'}}}}}}
          /xmlothers: {post: {requestBody: {content: {text/xml: {schema: {type: object, additionalProperties: {type: integer}, properties: {on: {type: boolean}, size: {type: number}, none: {type: [string, 'null']}, any: {}}}}}}}}
          /json:
            post:
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: integer}, r: {readOnly: true, type: string}, d: {deprecated: true}, f: {format: date}, u: {format: madeup}}}}, 'application/*+json': {schema: {type: array}}, 'text/*': {schema: {type: string, maxLength: 3}}, application/octet-stream: {}}}
          /streams:
            get:
              responses:
                '200':
                  description: ok
                  content:
                    text/event-stream: {itemSchema: {type: object, required: [data], properties: {data: {type: string, contentMediaType: application/json, contentSchema: {required: [x]}}, event: {enum: [add]}, retry: {type: integer}}}}
                    application/jsonl: {itemSchema: {type: object, required: [a]}}
                    application/json-seq: {itemSchema: {type: integer}}
                    application/json: {schema: {type: array, items: {type: integer}}}
                2XX: {description: other, content: {'*/*': {schema: {type: integer}}}}
                '304': {description: not changed, content: {application/json: {schema: {}}}}
                '500': {description: none}
        components: {schemas: {Thing: {type: object, properties: {x: {type: integer}}}}}
        """

    /// With the signs of `SignedText`.
    private static let requests = #"""
        /form application/x-www-form-urlencoded name=ann&age=7&on=true&tags=a&tags=b&numbers=1&numbers=2
        /form application/x-www-form-urlencoded name=a&age=-1&on=1&none=&tags=a&tags=b&tags=c&numbers=x
        /form application/x-www-form-urlencoded age=7.5
        /form application/x-www-form-urlencoded name=ann&name=bob
        /form application/x-www-form-urlencoded name=%E4+b&either=5&either=x
        /form application/x-www-form-urlencoded name=ann&deep[x]=1&deep[y]=2&deep[z]=3
        /form application/x-www-form-urlencoded name=ann&deep%5Bx%5D=one
        /form application/x-www-form-urlencoded name=ann&piped=1|2|3
        /form application/x-www-form-urlencoded name=ann&piped=1%7Cx&commas=a,b%2Cc
        /form application/x-www-form-urlencoded name=ann&commas=
        /form application/x-www-form-urlencoded name=ann&address={"city":5}
        /form application/x-www-form-urlencoded name=ann&address={"city":"x"}&data=[1,2]
        /form application/x-www-form-urlencoded name=ann&address={
        /form application/x-www-form-urlencoded name=ann&nmae=x&other=1
        /form application/x-www-form-urlencoded name
        /form application/x-www-form-urlencoded
        /form text/plain name=ann
        /form -
        /spread application/x-www-form-urlencoded a=1&o=2
        /closed application/x-www-form-urlencoded a=1&b=2
        /others application/x-www-form-urlencoded a=1&b=2&c=x
        /free application/x-www-form-urlencoded a=1&&=&b
        /parts multipart/form-data;boundary=X --X␍␤Content-Disposition: form-data; name="file"; filename="a.png"␍␤Content-Type: image/png␍␤X-Kind: a␍␤␍␤abc␍␤--X␍␤Content-Disposition: form-data; name="meta"␍␤Content-Type: application/json␍␤␍␤{"id": 1}␍␤--X--␍␤
        /parts multipart/form-data;boundary=X --X␍␤Content-Disposition: form-data; name="file"␍␤␍␤abc␍␤--X␍␤Content-Disposition: form-data; name="meta"␍␤␍␤{"id": "x"}␍␤--X␍␤Content-Disposition: form-data; name="n"␍␤␍␤x␍␤--X--␍␤
        /parts multipart/form-data;boundary=X --X␍␤Content-Disposition: form-data; name="meta"␍␤␍␤{␍␤--X␍␤Content-Disposition: form-data; name="flie"␍␤␍␤␍␤--X--
        /parts multipart/form-data;boundary=X --X␍␤Content-Disposition: form-data; name="file"␍␤Content-Type: image/gif␍␤X-Kind: b␍␤␍␤abc␍␤--X␍␤Content-Disposition: form-data; name="list"␍␤␍␤{"a":1}␍␤--X␍␤Content-Disposition: form-data; name="list"␍␤␍␤{"b":1}␍␤--X--
        /parts multipart/form-data;boundary=X --X␍␤Content-Disposition: form-data␍␤␍␤abc␍␤--X␍␤
        /parts multipart/form-data;boundary=X nothing
        /parts multipart/form-data --X␍␤Content-Disposition: form-data; name="file"␍␤␍␤abc␍␤--X--
        /xml application/xml <o:order xmlns:o="urn:o" id="1"><item>a</item><item>b</item><cost>1.50</cost><list><entry>1</entry><entry>2</entry></list></o:order>
        /xml application/xml <order id="x"><note>n</note><cost>free</cost></order>
        /xml application/xml <other xmlns="urn:x" id="1"><item/><child><a>true</a><b>1</b></child></other>
        /xml application/xml <order xmlns="urn:o" id="1"><item>a</item><note>1</note><note>2</note><list><entry>x</entry><other/></list><ns>n</ns><unknown/></order>
        /xml application/xml <order id="1">␤  <item>a</item>␤  <child><a>maybe</a></child>␤</order>
        /xml application/xml <order xmlns="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="1"><item xsi:nil="true"/><note xsi:nil="1"/></order>
        /xmlothers text/xml <r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><none xsi:nil="true"/><on xsi:nil="false">1</on><any xsi:nil="1">x</any></r>
        /xmlothers text/xml <r><size>-007.50</size><a>+5</a><b>-0</b><c>-</c><d>00</d><e> 7 </e><f>1e2</f></r>
        /form application/x-www-form-urlencoded name=ann&data=[1
        /form application/x-www-form-urlencoded name=ann&deep=1&tags[]=a
        /xml application/xml <order
        /xml application/xml
        /xmlchoice application/xml <r><a><x/></a></r>
        /xmlpattern application/xml <r><b>x</b></r>
        /xmlpattern application/xml <r><b>x</b><a1>y</a1></r>
        /xmlnode application/xml <r>text</r>
        /xmlelement application/xml <r b="v"><l><l>true</l><l>1</l><x/></l></r>
        /xmlelement application/xml <r a="v"><l/><l>no</l></r>
        /xmlarray application/xml <r xmlns="urn:n"><n>1</n><n>2</n><n>3</n></r>
        /xmlarray application/xml <r><n>1</n><m>2</m></r>
        /xmlnamed application/xml <Thing><x>1</x></Thing>
        /xmlnamed application/xml <thing><x> 007 </x></thing>
        /xmlnamed application/xml <Thing><x><y/></x><x>1</x></Thing>
        /xmlgone application/xml <r/>
        /xmlothers text/xml <r xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><on>1</on><size>+00.50</size><none i:nil="true"/><other>5</other><any><z/></any></r>
        /xmlothers text/xml <r><on>yes</on><size>-</size><none/><other>x</other></r>
        /xmlothers text/xml;charset=iso-8859-1 <r><on>0</on></r>
        /json application/json {"a": 1}
        /json application/json {"a": "x", "r": "s", "d": 1, "f": "yesterday", "u": "x"}
        /json application/json;charset=utf-8 {}
        /json application/json {"a": 1,␤ "a": 2.5}
        /json application/json [1]
        /json application/json {"a":
        /json application/json
        /json APPLICATION/JSON {"a": 1}
        /json application/vnd.x+json {"a": 1}
        /json text/csv four
        /json text/csv one
        /json application/octet-stream abc
        /json image/png abc
        /json - {"a": 1}
        """#

    private static let responses = #"""
        200 text/event-stream data: {"x": 1}␤␤event: add␤data: a␤data: b␤retry: 5␤␤
        200 text/event-stream event: remove␤data: x␤␤event: add␤␤retry: x␤id: 7␤data: y␤␤data: open
        200 text/event-stream : comment␍␤␍␤data:{"y": 1}␍␤␍␤
        200 application/jsonl {"a": 1}␤␤ {"b": 2}␤{"a"␤"text"␤
        200 application/x-ndjson {"a": 1}
        200 application/json-seq ␞1␤␞"x"␤␞
        200 application/json [1, 2]
        200 application/json [1, "x",␤ 2.5]
        200 application/json
        201 text/plain x
        299 application/json 5
        304 application/json x
        304 -
        500 text/plain x
        500 -
        404 application/json {}
        """#

    @Test func `each body is judged as it was recorded`() throws {
        let api = try described(Self.description)
        let matcher = OperationMatcher(api)
        var parts: [(name: String, text: String)] = []
        for line in Self.requests.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            let url = try HTTPURL.parse("https://a.example\(words[0])")
            let entry = try matcher.match("POST", url).get().entry
            let headers: HeaderFields = words[1] == "-" ? [:] : ["Content-Type": String(words[1])]
            let bytes = words.count > 2 ? Array(SignedText.read(words[2]).utf8) : []
            var text = ""
            for body in [words == [words[0], "-"] ? ContractBody.none : .whole(bytes), .cut(bytes)] {
                let report = ContractCheck(api).checkRequest(
                    entry, path: nil, url: url, headers: headers, body: body, isWritten: true)
                let printed = Printed(report).text
                text += text == printed ? "cut: the same\n" : "\(text.isEmpty ? "" : "cut:\n")\(printed)"
            }
            parts.append((String(line), text))
        }
        let streams = try matcher.match("GET", try HTTPURL.parse("https://a.example/streams")).get().entry
        for line in Self.responses.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            let headers: HeaderFields = words[1] == "-" ? [:] : ["Content-Type": String(words[1])]
            let bytes = words.count > 2 ? Array(SignedText.read(words[2]).utf8) : []
            var text = ""
            for (body, method) in [
                (ContractBody.whole(bytes), "GET"), (.cut(bytes), "GET"), (.unread("it was not kept"), "GET"),
                (.none, "HEAD"),
            ] {
                let report = ContractCheck(api).check(
                    streams, status: Int(words[0]) ?? 0, headers: headers, body: body, method: method)
                text += "\(method) \(body.name)\n\(Printed(report).text)"
            }
            parts.append((String(line), text))
        }
        try Recorded.expect(parts, in: "contract-bodies")
    }
}

extension ContractBody {
    fileprivate var name: String {
        switch self {
        case .none: "nothing"
        case .whole: "whole"
        case .cut: "cut"
        case .unread: "unread"
        }
    }
}
