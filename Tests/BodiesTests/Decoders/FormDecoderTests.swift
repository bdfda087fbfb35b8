import Testing

@testable import Bodies

@Suite struct FormDecoderTests {
    private let type = "application/x-www-form-urlencoded"

    @Test func `a field is a line, decoded`() {
        let form = Decoding("name=J%C3%BCrgen+M&empty=&flag&&a%20b=1%2B1%3D2", type)
        #expect(form.shown == "name=Jürgen M\nempty=\nflag\na b=1+1=2")
        #expect(form.summary == "4 fields")
        #expect(Decoding("a=%41", type).shown == "a=A" && Decoding("%41", type).shown == "A")
        #expect(form.roles.hasPrefix("name:name punctuation:= string:Jürgen M\nname:empty punctuation:="))
    }

    @Test func `what would end a line or a name stays encoded, and so does what is not encoded rightly`() {
        #expect(Decoding("a%3Db=x%0Ay%1B&p=100%&q=%zz%4", type).shown == "a%3Db=x%0Ay%1B\np=100%\nq=%zz%4")
    }

    @Test func `a text of several lines is no form`() {
        #expect(Decoding("a=1\nb=2", type).refusal == "a form has no line ends (byte 3)")
    }
}
