/** What Word and other programs put on the clipboard, as a page would have written it. */

const BLOCKS = "p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre"

/** Word's lists are paragraphs with a bullet or number of their own in front. */
function joinWordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll<HTMLElement>("p[class^=MsoListParagraph]")) {
    if (!first.isConnected) continue
    const isNumbered = /^\s*(\d+|[a-z])[.)]/i.test(first.textContent ?? "")
    const list = body.ownerDocument.createElement(isNumbered ? "ol" : "ul")
    first.before(list)
    let item: Element | null = first
    while (item?.matches("p[class^=MsoListParagraph]")) {
      const next: Element | null = item.nextElementSibling
      item.querySelector("[data-pasted-style*='mso-list']")?.remove()
      const entry = body.ownerDocument.createElement("li")
      entry.append(...item.childNodes)
      list.append(entry)
      item.remove()
      item = next
    }
  }
}

/** The editor has no tables: a row becomes a line of its cells, or its cells' own blocks where they have several. */
function linesOfTables(body: HTMLElement): void {
  const made = (name: string, content: (Node | string)[]) => {
    const element = body.ownerDocument.createElement(name)
    element.append(...content)
    return element
  }
  // Those within others first.
  for (const table of [...body.querySelectorAll("table")].reverse()) {
    const rows = [...table.querySelectorAll("tr")].flatMap((row) => {
      const cells = [...row.children].filter((cell) => cell.textContent?.trim())
      const isLine = cells.every((cell) => {
        const [block, ...more] = cell.querySelectorAll(BLOCKS)
        return !block || (more.length === 0 && block.matches("p, div"))
      })
      if (!isLine) return cells.map((cell) => made("div", [...cell.childNodes]))
      const words = cells.flatMap((cell, index) => [
        ...(index > 0 ? [" · "] : []),
        // Word has a paragraph in each.
        ...[...cell.childNodes].flatMap((node) =>
          node instanceof Element && node.matches("p, div") ? [...node.childNodes] : [node],
        ),
      ])
      return cells.length > 0 ? [made("p", words)] : []
    })
    table.replaceWith(...rows)
  }
}

/** Puts what is bold or italic by its style alone into elements that say so. */
function styleByElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>("[data-pasted-style]")) {
    const { pastedStyle = "" } = element.dataset
    const names = [
      /font-weight:\s*(bold|[6-9]00)/.test(pastedStyle) ? "strong" : "",
      /font-style:\s*italic/.test(pastedStyle) ? "em" : "",
    ]
    for (const name of names.filter(Boolean)) {
      const wrapper = body.ownerDocument.createElement(name)
      wrapper.append(...element.childNodes)
      element.append(wrapper)
    }
    element.removeAttribute("data-pasted-style")
  }
}

/** Pasted HTML with lists as lists and no styles; what the editor has no form for goes when it is read. */
export function tidyPasted(html: string): string {
  // The Content-Security-Policy reports styles and handlers also where they are only read.
  const quiet = html
    .replace(/<style[\s\S]*?<\/style>/gi, "")
    .replace(/<[^>]*>/g, (tag) =>
      tag
        .replace(/([\s/"'])style=/gi, "$1data-pasted-style=")
        .replace(/([\s/"'])on\w+=/gi, "$1data-no="),
    )
  const { body } = new DOMParser().parseFromString(quiet, "text/html")
  joinWordLists(body)
  linesOfTables(body)
  styleByElements(body)
  for (const element of body.querySelectorAll("script, style, meta, link, title")) element.remove()
  return body.innerHTML
}
