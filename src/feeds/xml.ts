/** XML by hand: the little that feeds and sitemaps need. */

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
}

/** Text for an element or an attribute; characters that XML 1.0 forbids are dropped. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")

/** An answer of an XML type in UTF-8. */
export const xmlResponse = (body: string, type: "application/atom+xml" | "application/xml") =>
  new Response(`<?xml version="1.0" encoding="utf-8"?>\n${body}\n`, {
    headers: { "content-type": `${type}; charset=utf-8` },
  })
