import JSONPath
import Testing

@testable import JSONSchema

/// What the drafts say of each keyword, with the values at its edges and those that only look alike.
@Suite struct SchemaRuleTests {
    @Test func `numbers are bounded as they are and not as they are written`() throws {
        let rows = #"""
            {"minimum":0} : -0 -0.0 0.0 0e5 0.5 : -1 -0.1 -1e-20
            {"exclusiveMinimum":0} : 1e-20 0.1 1 : 0 -0 0.0 -0.1
            {"maximum":0} : 0 -0 -0.5 -1 : 0.5 1e-20 1
            {"exclusiveMaximum":0} : -0.1 -1e-20 -1 : 0 -0 0.00 0.1
            {"minimum":3,"maximum":5} : 3 5 4.5 3.0 5.0 : 2.9 5.1 2 6
            {"exclusiveMinimum":3,"exclusiveMaximum":5} : 4 3.1 4.9 : 3 5 3.0 5.0 2 6
            {"minimum":3,"exclusiveMinimum":3} : 4 3.5 : 3
            {"minimum":2,"exclusiveMinimum":3} : 3.5 : 3 2.5 2
            {"minimum":4,"exclusiveMinimum":3} : 4 : 3.5
            {"maximum":5,"exclusiveMaximum":6} : 5 : 5.5 6
            {"maximum":6,"exclusiveMaximum":5} : 4.5 : 5 6
            {"minimum":1.5,"maximum":3} : 1.5 3 2 : 1.4 3.1 1 4
            {"minimum":1,"maximum":2.5} : 1 2.5 : 0.9 2.6 0 3
            {"exclusiveMinimum":1.5} : 1.6 2 : 1.5 1 1.50
            {"exclusiveMaximum":1.5} : 1.4 1 : 1.5 2 15e-1
            {"maximum":1.5} : 1.5 1 : 1.6 2
            {"minimum":1e400} : 1e400 1e401 : 1 9e399
            {"maximum":-1e400} : -1e400 -1e401 : -1 0 1e401
            {"maximum":999999999999999998} : 999999999999999998 99999999999999999 : 999999999999999999 1000000000000000000
            {"minimum":-99999999999999998} : -99999999999999998 : -99999999999999999 -1000000000000000000
            {"minimum":1234567890123456} : 1234567890123456.0 1234567890123456 : 1234567890123455.9 1234567890123455
            {"multipleOf":4} : 8.0 80e-1 1e2 0 -4 0.0 : 2 6 -2 1e1 4.5
            {"multipleOf":1} : 1 1.0 -3 1e20 : 1.5 0.1
            {"multipleOf":2.5} : 5 2.5 0 -7.5 1e1 : 1 4 -2.4
            {"multipleOf":1e2} : 200 -100 3e2 : 150 50
            {"multipleOf":0.1} : 0.3 1 -0.7 : 0.35 0.01
            {"multipleOf":2,"minimum":3} : 4 : 2 5
            {"multipleOf":2,"maximum":2.5} : 2 : 4 1
            {"type":"integer","maximum":2} : 2 -1 2.0 : 3 1.5
            {"maximum":"1"} : 5 "5" : -
            {"exclusiveMinimum":true,"minimum":1} : 1 : 0
            {"multipleOf":-2} : 3 : -
            {"multipleOf":null} : 3 : -
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `texts are counted in characters of Unicode`() throws {
        let rows = #"""
            {"minLength":1} : "a" "é" "🐲" "\u0020" : ""
            {"minLength":4} : "🐲🐲🐲🐲" "éééé" "abcd" : "🐲🐲🐲" "ééé" "abc"
            {"maxLength":3} : "🐲🐲🐲" "ééé" "\ud83d\udc32ab" "abc" : "🐲🐲🐲🐲" "éééé" "abcd" "\ud83d\udc32abc"
            {"minLength":2,"maxLength":2} : "éa" "\u00e9a" "\n\t" "\\\"" : "é" "éab" "\n" "\n\t\r"
            {"minLength":0} : "" "a" 1 : -
            {"maxLength":0} : "" [] : "a" "\"" "é"
            {"minLength":2.0} : "ab" : "a"
            {"maxLength":1e0} : "a" : "ab"
            {"maxLength":0.1e2} : "abcdefghij" : "abcdefghijk"
            {"minLength":1e30} : 1 : "a"
            {"maxLength":1e30} : "a" "" : -
            {"minLength":1.5} : "" "a" : -
            {"minLength":null} : "" : -
            {"minLength":2,"maxLength":1} : 5 : "a" "ab" ""
            """#
        #expect(try Cases.wrong(rows) == [])
        let long = String(repeating: "a", count: 300)
        // Longer than what is kept for a text with escapes at first, and the same memory again for shorter ones.
        #expect(
            try Cases.wrong(
                """
                {"items":{"minLength":301,"maxLength":301}} : ["\\n\(long)","\\t\(long)"] : ["\\n\(long)b"] ["\\n"] ["\\n\(long)","\\n"]
                {"items":{"enum":["\\n\(long)","\\t"]}} : ["\\u000a\(long)","\\t","\\n\(long)"] : ["\\n\(long)","\\n"] ["\\t\(long)"]
                """) == [])
    }

    /// A pattern that is only `^` and plain text is compared as text; a mark of a pattern in it must not be.
    @Test func `patterns are found anywhere, and marks in them mean something`() throws {
        let rows = #"""
            {"pattern":"a"} : "a" "ba" "bab" 1 : "b" "" "A"
            {"pattern":""} : "" "x" 1 : -
            {"pattern":"^"} : "" "x" : -
            {"pattern":"^ab"} : "ab" "abc" "\u0061b" : "a" "" "cab" "AB"
            {"pattern":"^ä-Z_/:,;@#%&=!~'<>0"} : "ä-Z_/:,;@#%&=!~'<>0x" : "ä-Z_/:,;@#%&=!~'<>1" "ä-Z_/"
            {"pattern":"^azAZ09"} : "azAZ09" : "azAZ0"
            {"pattern":"^a$"} : "a" : "ab" "a$"
            {"pattern":"^a."} : "ab" "a." : "a"
            {"pattern":"^a*b"} : "b" "aab" : "a*b"
            {"pattern":"^a+b"} : "aab" : "a+b" "b"
            {"pattern":"^a?b"} : "ab" "b" : "a?b"
            {"pattern":"^(ab)"} : "ab" : "(ab)"
            {"pattern":"^[ab]"} : "b" : "[ab]"
            {"pattern":"^a|b"} : "xb" "a" : "x"
            {"pattern":"^a{2}"} : "aa" : "a{2}"
            {"pattern":"^\\d"} : "5" : "\\d"
            {"pattern":"^^a"} : "a" : "^a"
            {"pattern":"^a{x}"} : "a{x}" : "a"
            {"patternProperties":{"^x-":false,"^x":{"type":"integer"}}} : {"xa":1} {"a":"b"} {} : {"x-a":1} {"xa":"a"}
            {"patternProperties":{"a":{"minimum":2},"b":{"maximum":5}}} : {"ab":3} {"a":9} {"b":1} {"c":0} : {"ab":1} {"ab":6} {"a":1} {"b":6}
            {"patternProperties":{"^a.$":false}} : {"a":1} : {"ab":1} {"\u0061b":1}
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `a type is one of seven, and whole numbers are integers however they are written`() throws {
        let rows = #"""
            {"type":"integer"} : 1E2 1e2 10e-1 -0 1.0 0 : 1E-2 1e-1 0.5 "1" true null
            {"type":"number"} : 1 1.5 -1e-3 1E9 : "1" true null [] {}
            {"type":"null"} : null : false 0 "" [] {}
            {"type":"string"} : "" "a" : 1 null [] {} true
            {"type":"boolean"} : true false : 1 0 "true" null
            {"type":"object"} : {} {"a":1} : [] "{}" null 1
            {"type":"array"} : [] [1] : {} "[]" null 1
            {"type":["array","boolean"]} : [] true false : {} null 1
            {"type":["object","number"]} : {} 1.5 1 : [] "a" null
            {"type":["integer","string"]} : 1 "a" 2.0 : 1.5 null
            {"type":["string","string"]} : "a" : 1
            {"type":["string","foo"]} : 1 "a" null : -
            {"type":"Integer"} : "a" : -
            {"type":null} : "a" null : -
            {"type":"integer","type":"string"} : "a" : 1
            {"t\u0079pe":"str\u0069ng"} : "a" : 1
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `values are equal by what they mean`() throws {
        let rows = #"""
            {"enum":[true]} : true : false null 1 "true"
            {"enum":[false]} : false : true 0 null
            {"enum":[null]} : null : false 0 ""
            {"enum":[true,false]} : true false : null 1
            {"enum":["a","a","b"]} : "a" "b" "\u0062" : "c" "" "ab"
            {"enum":["\u0061"]} : "a" "\u0061" : "b"
            {"enum":[""]} : "" : "a" null
            {"enum":[1,1.0,1e0]} : 1 10e-1 1.0 : 2 "1" true
            {"enum":[1.5]} : 1.5 15e-1 1.50 : 1 2
            {"enum":[0]} : 0 -0 0.0 0e9 : 1 false null
            {"enum":[[1,2,3],[1]]} : [1,2,3] [1] : [1,2] [] [1,2,3,4]
            {"enum":[[1],[1,2,3]]} : [1,2,3] [1.0] : [1,2] [2] {}
            {"enum":[{},[]]} : {} [] : [{}] {"a":1} null
            {"enum":[{"a":1}]} : {"a":1} {"a":2,"a":1} : {} {"a":2} [1] {"a":1,"a":2}
            {"enum":[]} : - : 1 null []
            {"enum":[1],"const":2} : - : 1 2
            {"const":null} : null : 0 false "null"
            {"const":true} : true : 1 false "true"
            {"const":1} : 1 1.0 1e0 : true "1" 1.1
            {"const":[]} : [] : {} [1] null
            {"const":{}} : {} : [] {"a":1}
            {"const":[1,2]} : [1,2] : [2,1] [1] [1,2,3] [1,[2]]
            {"const":["a",["b"]]} : ["a",["\u0062"]] : ["a","b"] ["a",["a"]]
            {"const":{"a":{"b":[null,true]}}} : {"a":{"b":[null,true]}} : {"a":{"b":[null,false]}} {"a":{"b":[true,null]}} {"a":{"b":[null]}} {"a":{}}
            {"const":{"a":1,"b":"x"}} : {"b":"x","a":1} {"\u0061":1,"b":"\u0078"} : {"a":1} {"a":1,"b":"x","c":1} {"a":1,"c":"x"} {"a":1,"b":"y"}
            {"const":1,"enum":[1,2]} : 1 : 2
            {"const":"a"} : "a" : "A" "ab" "" ["a"]
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `items are looked at by their places and together`() throws {
        let rows = #"""
            {"minItems":1} : [1] {} : []
            {"minItems":0} : [] : -
            {"maxItems":0} : [] {"a":1} : [1]
            {"minItems":2.0,"maxItems":2} : [1,[2,3]] : [1] [[1,2]] [1,2,3]
            {"prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"null"}} : ["a"] ["a",1] ["a",1,null,null] : [1] ["a","b"] ["a",1,1] ["a",1,null,1]
            {"prefixItems":[]} : [1] [] : -
            {"prefixItems":[],"items":false} : [] : [1]
            {"items":{"type":"integer"},"contains":{"minimum":5}} : [5] [1,5] : [1] [] ["a",5] [5,"a"]
            {"contains":{"type":"integer"},"minContains":2,"maxContains":3} : [1,2] [1,2,3] [1,"a",2,"b",3] : [1] [1,2,3,4] [] ["a","a"] [1,2,3,"a",4]
            {"contains":{"type":"integer"},"minContains":0,"maxContains":1} : [] [1] ["a","b"] : [1,2]
            {"contains":{"type":"integer"},"maxContains":0} : {} : [] [1] ["a"]
            {"contains":{"type":"integer"},"minContains":0,"maxContains":0} : [] ["a"] : [1]
            {"contains":{"const":1},"minContains":1.0} : [1,2] : [2] []
            {"contains":false} : {} : [] [1]
            {"contains":true} : [1] : []
            {"minContains":2} : [1] [] : -
            {"maxContains":0} : [1] : -
            {"uniqueItems":true} : [[1],[2]] [1,"1"] [null,false,0,""] [{"a":1},{"b":1}] [[1,2],[2,1]] ["a","A"] [{"a":[1]},{"a":[2]}] : [null,null] [true,true] [false,false] ["a","b","a"] [0,-0] ["",""]
            {"uniqueItems":true} : [{},[]] [[[]],[]] [1] {"a":1,"b":1} : [[["a"]],[["\u0061"]]] [{"a":1},{"\u0061":1}] [[],[]] [1,2,3,1] [1,2,3,3] [1e1,10]
            {"uniqueItems":true} : [{"a":[1,{"b":2}]},{"a":[1,{"c":2}]}] : [{"a":[1,{"b":2,"c":3}]},{"a":[1.0,{"c":3,"b":2}]}]
            {"uniqueItems":true} : [1,[1],[[1]]] ["a",{"b":1},"c"] : [1,[2],1] ["a",{"b":1},"a"] [[],1,[]] [{"a":1},[],{"a":1}] [1.0,[2],10e-1]
            {"uniqueItems":true,"items":{"uniqueItems":true}} : [[1],[2]] [[1,2],[2,1]] : [[1,1]] [[1],[1]]
            {"uniqueItems":"true"} : [1,1] : -
            {"uniqueItems":null} : [1,1] : -
            {"items":null} : [1] : -
            {"additionalItems":false} : [1] : -
            {"items":[{"type":"string"}]} : [1] : -
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `members are looked at by their names and together`() throws {
        let rows = #"""
            {"required":["a","a"]} : {"a":1} : {} {"b":1}
            {"required":["a","b"]} : {"b":1,"a":2} {"a":null,"b":null} : {"a":1,"a":2} {"b":1} {}
            {"required":[]} : {} : -
            {"required":[1,"a",null]} : {"a":1} : {} {"1":1}
            {"required":["\u0061"]} : {"a":1} {"\u0061":1} : {"b":1}
            {"required":[""]} : {"":1} : {} {"a":1}
            {"required":"a"} : {} : -
            {"properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["b"]} : {"b":1} {"a":"","b":1} {"c":1,"b":1} : {"a":""} {"a":1,"b":1} {"b":""}
            {"properties":{"a":true},"patternProperties":{"^a":{"type":"integer"}},"additionalProperties":false} : {"a":1,"ab":2} {} : {"a":"x"} {"b":1} {"ab":"x"}
            {"required":["a"],"additionalProperties":false} : - : {"a":1} {}
            {"additionalProperties":false} : {} [1] : {"a":1}
            {"additionalProperties":true} : {"a":1} : -
            {"properties":{"a":false}} : {} {"b":1} : {"a":1}
            {"properties":{"a":{"type":"string"}},"properties":{"a":{"type":"integer"}}} : {"a":1} : {"a":"x"}
            {"properties":{"a":{"type":"string"},"a":{"type":"integer"}}} : {"a":1} : {"a":"x"}
            {"properties":[{"type":"string"}]} : {"0":1} : -
            {"propertyNames":{"minLength":2}} : {"ab":1} {} ["a"] : {"a":1} {"ab":1,"c":2} {"":1}
            {"propertyNames":{"enum":["a","b"]}} : {"a":1,"b":1} : {"a":1,"c":1}
            {"propertyNames":false} : {} : {"a":1}
            {"propertyNames":{"type":"string"}} : {"a":1} : -
            {"propertyNames":{"type":"integer"}} : {} : {"1":1}
            {"propertyNames":{"const":"\u0061"}} : {"a":1} {"\u0061":1} : {"b":1}
            {"propertyNames":{"anyOf":[{"maxLength":1},{"pattern":"^x"}]}} : {"a":1,"xyz":1} : {"abc":1}
            {"dependentRequired":{"a":[]}} : {"a":1} : -
            {"dependentRequired":{"a":["b"],"c":["d"]}} : {"b":1} {"a":1,"b":1} {"c":1,"d":1} ["a"] : {"a":1} {"c":1} {"a":1,"b":1,"c":1}
            {"dependentRequired":{"a":["a"]}} : {"a":1} {} : -
            {"dependentRequired":{"a":"b"}} : {"a":1} : -
            {"dependentRequired":["a"]} : {"a":1} : -
            {"dependentSchemas":{"a":{"required":["b"]},"c":{"maxProperties":1}}} : {"c":1} {"b":1} {"a":1,"b":1} ["a"] : {"a":1} {"c":1,"d":1} {"a":1,"c":1}
            {"dependentSchemas":{"a":false}} : {} {"b":1} : {"a":1} {"\u0061":1}
            {"dependentSchemas":{"a":true}} : {"a":1} : -
            {"dependentRequired":{"x":["y"]},"dependentSchemas":{"a":{"required":["b"]},"c":{"required":["d"]}}} : {"y":1} {"a":1,"b":1} {"c":1,"d":1} : {"x":1} {"a":1,"d":1} {"c":1,"b":1}
            {"dependencies":{"a":["b"],"c":{"required":["d"]}}} : {"b":1} {"a":1,"b":1} {"c":1,"d":1} : {"a":1} {"c":1}
            {"dependentRequired":{"a":["b"]},"dependencies":{"c":["d"]}} : {"a":1,"b":1} {"c":1,"d":1} : {"a":1} {"c":1}
            {"dependentSchemas":{"a":{"required":["b"]}},"dependencies":{"c":{"required":["d"]}}} : {"a":1,"b":1} {"c":1,"d":1} : {"a":1} {"c":1}
            {"minProperties":2} : {"a":1,"b":1} "a" : {"a":1} {} {"a":{"b":1}}
            {"minProperties":1,"maxProperties":2} : {"a":1} {"a":1,"b":1} : {} {"a":1,"b":2,"c":3}
            {"maxProperties":0} : {} [1] : {"a":1}
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `schemas apply together, one by one or not at all`() throws {
        let rows = #"""
            {"allOf":[true,{"minimum":2}]} : 2 "a" : 1
            {"allOf":[{"minimum":2},true]} : 2 : 1
            {"allOf":[true,false]} : - : 1
            {"allOf":[]} : 1 : -
            {"anyOf":[false,{"minimum":2}]} : 2 "a" : 1
            {"anyOf":[{"minimum":2},false]} : 2 : 1
            {"anyOf":[false,false]} : - : 1
            {"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]} : "a" 1 null : 1.5 [] true
            {"oneOf":[{"minimum":2},{"minimum":4},{"minimum":6}]} : 2 3 : 1 4 6 "a"
            {"oneOf":[false,false,true]} : 1 : -
            {"oneOf":[true,false,true]} : - : 1
            {"oneOf":[false,false]} : - : 1
            {"not":{"minimum":2}} : 1 : 2 "a"
            {"not":true} : - : 1 null
            {"not":false} : 1 null : -
            {"not":{}} : - : 1
            {"not":{"not":{"type":"string"}}} : "a" : 1
            {"if":true,"then":{"minimum":2},"else":{"minimum":4}} : 2 : 1
            {"if":false,"then":{"minimum":2},"else":{"minimum":4}} : 4 : 3
            {"if":{"minimum":2},"else":{"type":"string"}} : 2 "a" : 1
            {"if":{"minimum":2},"then":{"maximum":3}} : 1 2 3 : 4
            {"if":{"minimum":2}} : 1 2 : -
            {"else":false} : 1 : -
            {"then":false,"else":false} : 1 : -
            {"anyOf":[{"minimum":2}],"oneOf":[{"maximum":4}],"allOf":[{"multipleOf":2}],"not":{"const":4}} : 2 : 1 3 4 6
            {"type":"integer","$ref":"#/$defs/a","minimum":1,"$defs":{"a":{"maximum":5}}} : 1 5 : 0 6 "a" 1.5
            """#
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `what other keywords applied to is evaluated`() throws {
        let rows = ##"""
            {"unevaluatedProperties":false} : {} [1] "a" : {"a":1}
            {"unevaluatedProperties":{"type":"integer"},"properties":{"a":true}} : {"a":"x","b":1} : {"b":"x"} {"a":1,"b":null}
            {"required":["a"],"unevaluatedProperties":false} : - : {"a":1} {}
            {"propertyNames":{"pattern":"^a"},"unevaluatedProperties":false} : {} : {"a":1}
            {"dependentRequired":{"a":["b"]},"unevaluatedProperties":false} : {} : {"a":1,"b":1}
            {"patternProperties":{"^a":true},"unevaluatedProperties":false} : {"ab":1} : {"b":1} {"ab":1,"b":1}
            {"patternProperties":{"^a":true},"properties":{"b":true},"unevaluatedProperties":false} : {"ab":1,"b":1} : {"c":1}
            {"additionalProperties":{"type":"integer"},"unevaluatedProperties":false} : {"a":1} : {"a":"x"}
            {"allOf":[{"additionalProperties":true}],"unevaluatedProperties":false} : {"a":1} : -
            {"allOf":[{"unevaluatedProperties":true}],"unevaluatedProperties":false} : {"a":1} : -
            {"$ref":"#/$defs/a","unevaluatedProperties":false,"$defs":{"a":{"properties":{"a":true}}}} : {"a":1} : {"b":1}
            {"$dynamicRef":"#a","unevaluatedProperties":false,"$defs":{"a":{"$dynamicAnchor":"a","properties":{"a":true}}}} : {"a":1} : {"b":1}
            {"oneOf":[{"required":["a"],"properties":{"a":true}},{"required":["b"],"properties":{"b":true}}],"unevaluatedProperties":false} : {"a":1} {"b":1} : {"a":1,"c":1} {"a":1,"b":1}
            {"anyOf":[{"required":["a"],"properties":{"a":true}},{"required":["b"],"properties":{"b":true}}],"unevaluatedProperties":false} : {"a":1} {"b":1} {"a":1,"b":1} : {"a":1,"c":1} {"c":1}
            {"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false} : {} : {"a":1}
            {"if":{"required":["a"],"properties":{"a":true}},"then":{"properties":{"b":true}},"else":{"properties":{"c":true}},"unevaluatedProperties":false} : {"a":1,"b":1} {"c":1} {} {"a":1} : {"a":1,"c":1} {"b":1}
            {"if":{"properties":{"a":true},"required":["a"]},"unevaluatedProperties":false} : {"a":1} {} : {"b":1} {"a":1,"b":1}
            {"dependentSchemas":{"a":{"properties":{"b":true}}},"properties":{"a":true},"unevaluatedProperties":false} : {"a":1,"b":1} {"a":1} : {"b":1} {"a":1,"c":1}
            {"dependentSchemas":{"x":{"properties":{"p":true}},"a":{"properties":{"b":true}}},"properties":{"a":true,"x":true},"unevaluatedProperties":false} : {"a":1,"b":1} {"x":1,"p":1} : {"x":1,"b":1} {"a":1,"p":1}
            {"anyOf":[{"required":["a"]},{"properties":{"b":true}}],"unevaluatedProperties":false} : {"b":1} {} : {"a":1} {"a":1,"b":1,"c":1}
            {"properties":{"o":{"properties":{"a":true}}},"allOf":[{"properties":{"o":{"unevaluatedProperties":false}}}]} : {"o":{}} : {"o":{"a":1}}
            {"allOf":[{"allOf":[{"properties":{"a":true}}]},{"properties":{"b":true}}],"unevaluatedProperties":false} : {"a":1,"b":2} : {"c":1}
            {"unevaluatedItems":false} : [] {"a":1} : [1]
            {"unevaluatedItems":{"type":"integer"}} : [1,2] [] : [1,"a"] ["a"]
            {"items":true,"unevaluatedItems":false} : [1] : -
            {"allOf":[{"prefixItems":[true]},{"prefixItems":[true,true]}],"unevaluatedItems":false} : [1,2] [1] : [1,2,3]
            {"anyOf":[{"prefixItems":[{"const":1}]},{"prefixItems":[true,{"const":2}]}],"unevaluatedItems":false} : [1] [1,2] [3,2] : [1,3] [1,2,3]
            {"contains":{"type":"string"},"unevaluatedItems":{"type":"integer"}} : ["a",1] ["a"] [1,"a"] : ["a",null] [1]
            {"allOf":[{"contains":{"multipleOf":2}},{"contains":{"multipleOf":3}}],"unevaluatedItems":{"multipleOf":5}} : [2,3,4,5,6] : [2,3,4,7,8]
            {"prefixItems":[true],"contains":{"type":"string"},"unevaluatedItems":false} : ["a"] [1,"a"] ["a","b"] : [1,"a",1] [1]
            {"if":{"prefixItems":[{"const":1}]},"then":{"prefixItems":[true,true]},"unevaluatedItems":false} : [1,2] [1] : [2] [1,2,3]
            {"allOf":[{"unevaluatedItems":true}],"unevaluatedItems":false} : [1] : -
            {"allOf":[{"unevaluatedProperties":true}],"unevaluatedItems":false} : [] : [1]
            {"allOf":[{"unevaluatedItems":true}],"unevaluatedProperties":false} : {} : {"a":1}
            {"allOf":[{"properties":{"a":true}}],"unevaluatedItems":false} : [] {"b":1} : [1]
            {"properties":{"a":true},"unevaluatedProperties":false,"unevaluatedItems":false} : {"a":1} [] : {"b":1} [1]
            {"unevaluatedProperties":5} : {"a":1} : -
            """##
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `integers of 32 and 64 bits end where they do`() throws {
        let rows = #"""
            {"format":"int32"} : 2147483647 -2147483648 0 "a" 2147483647.0 -2147483648.0 2e9 : 2147483648 -2147483649 1.5 3e9 1e30
            {"format":"int64"} : 9223372036854775807 -9223372036854775808 1e18 0 null : 9223372036854775808 -9223372036854775809 1e19 0.5
            {"format":"int32","minimum":2} : 2 3 : 1 2147483648
            {"format":"int64","multipleOf":2} : 2 9223372036854775806 : 1 9223372036854775807
            """#
        #expect(try Cases.wrong(rows, .openAPI30, SchemaOptions(assertsFormats: true)) == [])
    }

    @Test(arguments: [1, 2, 63, 64, 65, 66]) func `each of the required names must be there`(count: Int) throws {
        let names = (0..<count).map { "\"n\($0)\"" }
        let members = names.map { "\($0):1" }
        func object(_ members: some Sequence<String>) -> String { "{\(members.joined(separator: ","))}" }
        let first = object(members.dropFirst() + ["\"n\(count)\":1"] + members.dropFirst())
        let rows = """
            {"required":[\(names.joined(separator: ","))]} : \(object(members)) \(object(members.reversed())) : \(object(members.dropLast())) \(first)
            """
        #expect(try Cases.wrong(rows) == [])
        let schema = "{\"required\":[\(names.joined(separator: ","))]}"
        let missing = try Cases.report(schema, "{}").breaches
        #expect(missing.map(\.text) == (0..<count).map { "The member `n\($0)` is missing." })
    }

    /// That it fails is sure, that it passes is not.
    @Test func `what cannot be checked is taken as right, wherever that leads`() throws {
        let rows = ##"""
            {"type":"string","pattern":"(?=a)"} : "x" : 1
            {"pattern":"(?=a)","minLength":3} : "xyz" : "xy"
            {"$ref":"#/nowhere","type":"integer"} : 1 : "a"
            {"not":{"$ref":"#/nowhere"}} : 1 : -
            {"not":{"items":5}} : [1] 1 : -
            {"not":{"allOf":[{"properties":{"a":{"$ref":"#/nowhere"}}}]}} : {"a":1} 1 : -
            {"not":{"contains":{"pattern":"(?=a)"}}} : ["x"] 1 : -
            {"not":{"prefixItems":[{"pattern":"(?=a)"}]}} : ["x"] 1 : -
            {"not":{"additionalProperties":{"pattern":"(?=a)"}}} : {"a":"x"} : -
            {"not":{"propertyNames":{"pattern":"(?=a)"}}} : {"a":"x"} : -
            {"not":{"patternProperties":{"a":{"pattern":"(?=a)"}}}} : {"a":"x"} : -
            {"not":{"multipleOf":2}} : 1 : 2
            {"contains":{"pattern":"(?=a)"},"maxContains":1} : ["x","y"] [1] : []
            {"contains":{"type":"integer","pattern":"(?=a)"},"minContains":2} : [1,2] : [1]
            {"oneOf":[{"pattern":"(?=a)"},{"type":"string"}]} : "x" 1 : -
            {"oneOf":[{"type":"integer"},{"minimum":1},{"pattern":"(?=a)"}]} : "x" : 1
            {"oneOf":[{"pattern":"(?=a)"},{"pattern":"(?=b)"}]} : "x" : -
            {"if":{"pattern":"(?=a)"},"then":{"minLength":4},"else":{"maxLength":2}} : "a" "abcd" : "abc"
            {"if":{"type":"string"},"then":{"minLength":4},"else":{"maximum":2}} : "abcd" 2 : "a" 3
            {"if":{"pattern":"(?=a)"},"then":false} : "a" : -
            {"patternProperties":{"(?=a)":{"type":"integer"}},"unevaluatedProperties":false} : {"a":"x"} {"b":1} : -
            {"patternProperties":{"(?=a)":false,"b":{"type":"integer"}},"additionalProperties":false} : {"a":"x"} {"c":1} {"b":1} : {"b":"x"}
            """##
        #expect(try Cases.wrong(rows) == [])
    }
}
