import CLabPages

/// A page of `mucat lab`: one HTML file that asks nothing of the net.
///
/// Its markup, style and scripts are the files of `Lab/Page`; its data stands in script elements
/// that are not run. A content security policy forbids it to load anything but its music.
struct LabPage {
  /// Text in an element of its own, which the scripts find by its name.
  struct DataBlock {
    let id: String
    let type: String
    let text: String

    init(json text: String, id: String) {
      self.id = id
      type = "application/json"
      // Inside a script element only "<" could be taken for markup.
      self.text = text.replacing("<", with: "\\u003c")
    }

    init(base64 text: String, id: String) {
      self.id = id
      type = "text/plain"
      self.text = text
    }
  }

  /// What the window is called until the script has read the data. Not escaped.
  let title: String
  let parts: mucat_lab_page
  let data: [DataBlock]

  /// How mucat knows its own pages again.
  static let mark = #"<meta name="generator" content="mucat">"#

  private static let policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    + "img-src data:; media-src 'self' file: blob:; base-uri 'none'; form-action 'none'"

  /// The whole page in UTF-8.
  var bytes: [UInt8] {
    let blocks = data.map { block in
      "<script type=\"\(block.type)\" id=\"\(block.id)\">\(block.text)</script>"
    }
    let pieces = [
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(Self.mark)
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <style>

      """,
      String(cString: parts.style), "</style>\n</head>\n<body>\n<main>\n",
      String(cString: parts.body), "</main>\n", blocks.joined(separator: "\n"),
      "\n<script>\n\"use strict\";\n", String(cString: parts.script),
      "</script>\n</body>\n</html>\n",
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count })
    for piece in pieces { bytes += piece.utf8 }
    return bytes
  }

  /// Whether a file begins as a page of mucat does.
  static func isPage(head: [UInt8]) -> Bool {
    String(decoding: head, as: UTF8.self).contains(mark)
  }
}
