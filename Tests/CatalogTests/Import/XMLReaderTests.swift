import Testing

@testable import Catalog

@Suite("Reading XML")
struct XMLReaderTests {
  private func events(_ text: String) throws -> [XMLReader.Event] {
    var reader = XMLReader(Array(text.utf8))
    var events: [XMLReader.Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  @Test("elements, attributes and references")
  func elements() throws {
    let text = """
      \u{FEFF}<?xml version="1.0"?><!-- <no/> -->
      <a x='1 &lt; 2' y = "&#65;&#x1F600;&amp;amp;"><b/>text<c></c><![CDATA[<d>]]></a>
      """
    #expect(
      try events(text) == [
        .begin(name: "a", attributes: ["x": "1 < 2", "y": "A😀&amp;"]),
        .begin(name: "b", attributes: [:]), .end(name: "b"),
        .begin(name: "c", attributes: [:]), .end(name: "c"), .end(name: "a"),
      ])
  }

  @Test("a document type is passed over, and what it defines is not known")
  func documentType() throws {
    let type = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\"><!ELEMENT a ANY>]>"
    #expect(try events(type + "<a/>").count == 2)
    #expect(throws: XMLReader.Failure.self) { try events(type + "<a b=\"&x;\"/>") }
  }

  @Test(
    "what is no XML is refused with its line",
    arguments: [
      "", "text", "<a>", "<a></b>", "<a b></a>", "<a b=c/>", "<a b=\"c/>", "<a", "<a/><b/>",
      "<!-- ", "<a b=\"&nbsp;\"/>", "<a b=\"&#xD800;\"/>", "<>", "</a>",
    ])
  func refused(text: String) {
    #expect { try events("\n" + text) } throws: { error in
      (error as? XMLReader.Failure)?.line ?? 0 >= 1
    }
  }

  @Test("what was escaped is read as it was")
  func roundTrip() throws {
    let text = "a & b < c > \"d\" 'e' \t\n\r ü 😀"
    var writer = XMLWriter()
    writer.element("a", [("b", text)])
    #expect(try events(writer.text).first == .begin(name: "a", attributes: ["b": text]))
  }

  @Test("no bytes bring it down")
  func noise() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("<>/=\"'&;! -ab[]?\n\u{E9}".utf8)
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in alphabet.randomElement(using: &generator)! }
      var reader = XMLReader(Array("<a>".utf8) + bytes)
      var count = 0
      while (try? reader.next()) != nil, count < 1000 { count += 1 }
      #expect(count < 1000)
    }
  }
}
