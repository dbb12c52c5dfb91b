/** Converts pasted HTML, mostly from Word, to elements that the editor's schema has. */

const BLOCK_SELECTOR = "p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre"

/** Creates an element in the document of the pasted HTML, in which pictures do not load. */
function createElement(pasted: Document, name: string, ...content: (Node | string)[]): HTMLElement {
  const element = pasted.createElement(name)
  element.append(...content)
  return element
}

const getPastedStyle = (element: Element) => element.getAttribute("data-pasted-style") ?? ""

/** A list that is being built from Word's paragraphs. Paragraphs with the same key continue the list. */
interface WordList {
  key: string
  level: number
  element: Element
}

/** Matches a paragraph that is a list item in desktop Word. */
const WORD_ITEM_SELECTOR = "p[class^=MsoList], p[data-pasted-style*='mso-list']"

/** Converts lists of Word on the web, which wraps each item in its own list, to desktop Word's format. */
function splitWebLists(body: HTMLElement): void {
  const { ownerDocument } = body
  for (const paragraphEnd of body.querySelectorAll(".EOP")) paragraphEnd.remove()
  for (const item of body.querySelectorAll<HTMLElement>("li[data-aria-level]")) {
    const { ariaLevel, ariaPosinset, listid = "0" } = item.dataset
    const list = item.parentElement
    if (list?.closest("li") || item.querySelector("ul, ol")) continue
    const number = list?.matches("ol") ? `${ariaPosinset ?? 1}.` : "·"
    const marker = createElement(ownerDocument, "span", number)
    marker.setAttribute("data-pasted-style", "mso-list:Ignore")
    const words = [...item.childNodes].flatMap((part) =>
      part instanceof Element && part.matches("p") ? [...part.childNodes] : part,
    )
    const paragraph = createElement(ownerDocument, "p", marker, ...words)
    paragraph.setAttribute("data-pasted-style", `mso-list:l${listid} level${ariaLevel}`)
    const wrapper = item.closest(".ListContainerWrapper") ?? list
    wrapper?.before(paragraph)
    item.remove()
    if (wrapper?.textContent?.trim() === "") wrapper.remove()
  }
}

/**
 * Builds lists from Word's paragraphs. Each item has a style such as `mso-list:l0 level2 lfo1` (list, depth, copy of
 * the list) and its bullet or number in an element with `mso-list:Ignore`.
 */
function joinWordLists(body: HTMLElement): void {
  const { ownerDocument } = body
  let lastList: Element | null = null
  /** The list at each depth around the current item, outermost first. */
  let openLists: WordList[] = []
  for (const paragraph of body.querySelectorAll(WORD_ITEM_SELECTOR)) {
    const marker = paragraph.querySelector("[data-pasted-style*='mso-list:Ignore' i]")
    const [, list = "", level = 1, copy = ""] =
      /mso-list:\s*(l\d+) level(\d+)(?: (lfo\d+))?/i.exec(getPastedStyle(paragraph)) ?? []
    const before = paragraph.previousElementSibling
    const followsList = before !== null && before === lastList
    const item = openLists.at(-1)?.element.lastElementChild
    // A list paragraph without a list number and a marker continues the item above.
    if (!list && !marker) {
      if (followsList && item) item.append(paragraph)
      continue
    }
    // Numbered lists have markers such as `1`, `2.` or `a)`.
    const isNumbered = /\d[.)]?\s*$|[a-z][.)]\s*$/i.test(marker?.textContent ?? "")
    const [number] = /\d+(?=[.)]?\s*$)/.exec(marker?.textContent ?? "") ?? []
    const key = `${list} ${copy} ${isNumbered}`
    if (!followsList) openLists = []
    while ((openLists.at(-1)?.level ?? 0) > Number(level)) openLists.pop()
    const isSameLevel = openLists.at(-1)?.level === Number(level)
    if (!isSameLevel || openLists.at(-1)?.key !== key) {
      if (isSameLevel) openLists.pop()
      const element = createElement(ownerDocument, isNumbered ? "ol" : "ul")
      if (Number(number) > 1) element.setAttribute("start", String(number))
      const parentItem = openLists.at(-1)?.element.lastElementChild
      if (parentItem) parentItem.append(element)
      else {
        paragraph.before(element)
        lastList = element
      }
      openLists.push({ key, level: Number(level), element })
    }
    marker?.remove()
    openLists.at(-1)?.element.append(createElement(ownerDocument, "li", ...paragraph.childNodes))
    paragraph.remove()
  }
}

/** Replaces tables, which the editor does not support. Each row becomes a paragraph, or one block per cell. */
function replaceTables(body: HTMLElement): void {
  const { ownerDocument } = body
  for (const table of [...body.querySelectorAll("table")].reverse()) {
    const rows = [...table.querySelectorAll("tr")].flatMap((row) => {
      const cells = [...row.children].filter((cell) => cell.textContent?.trim())
      const fitsInParagraph = cells.every((cell) => {
        const [block, ...otherBlocks] = cell.querySelectorAll(BLOCK_SELECTOR)
        return !block || (otherBlocks.length === 0 && block.matches("p, div"))
      })
      if (!fitsInParagraph)
        return cells.map((cell) => createElement(ownerDocument, "div", ...cell.childNodes))
      const words = cells.flatMap((cell, index) => [
        ...(index > 0 ? [" · "] : []),
        // Word puts a paragraph into each cell.
        ...[...cell.childNodes].flatMap((node) =>
          node instanceof Element && node.matches("p, div") ? [...node.childNodes] : [node],
        ),
      ])
      return cells.length > 0 ? [createElement(ownerDocument, "p", ...words)] : []
    })
    table.replaceWith(...rows)
  }
}

/** Formatting of a text. `s`: struck through. `keepsLines`: its line feeds are visible. */
interface Formatting {
  strong: boolean
  em: boolean
  s: boolean
  keepsLines: boolean
}

/** Returns the formatting inside an element. The element's style takes precedence over its name. */
function getFormatting(element: Element, outer: Formatting): Formatting {
  const style = getPastedStyle(element)
  const getProperty = (name: string) => {
    const declaration = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, "i").exec(style)
    return declaration?.[1]?.trim().toLowerCase() ?? ""
  }
  const weight = getProperty("font-weight")
  const slant = getProperty("font-style")
  const space = getProperty("white-space")
  const isHeavy = /^bold/.test(weight) || Number(weight) >= 600
  const isLight = /^(normal|lighter|[1-5]\d\d)$/.test(weight)
  const isItalic = /^(italic|oblique)/.test(slant)
  const isStruck =
    element.matches("s, strike, del") ||
    getProperty("text-decoration(?:-line)?").includes("line-through")
  return {
    strong: isHeavy || (!isLight && (outer.strong || element.matches("b, strong"))),
    em: isItalic || (slant !== "normal" && (outer.em || element.matches("i, em"))),
    s: outer.s || isStruck,
    keepsLines: space ? /^(pre|break)/.test(space) : outer.keepsLines,
  }
}

function replaceLineFeeds(text: Node, keepsLines: boolean, pasted: Document): (Node | string)[] {
  const { textContent, previousSibling, nextSibling } = text
  const content = textContent ?? ""
  if (!keepsLines || content.trim() === "") return [content]
  // Line feeds next to the parent's tags only indent the HTML source.
  return content
    .replace(previousSibling ? "" : /^\s*\n/, "")
    .replace(nextSibling ? "" : /\n\s*$/, "")
    .split("\n")
    .flatMap((line, at) => (at > 0 ? [createElement(pasted, "br"), line] : [line]))
}

/** Formats texts with `<strong>`, `<em>` and `<s>` instead of styles and other elements, such as `<b>`. */
function replaceStyles(element: Element, formatting: Formatting): void {
  for (const child of [...element.childNodes]) {
    if (child instanceof Element) replaceStyles(child, getFormatting(child, formatting))
    if (child.nodeType !== Node.TEXT_NODE || !child.textContent) continue
    const keepsLines = formatting.keepsLines && !element.closest("pre")
    let styled = replaceLineFeeds(child, keepsLines, element.ownerDocument)
    for (const name of ["s", "em", "strong"] as const) {
      if (!formatting[name]) continue
      styled = [createElement(element.ownerDocument, name, ...styled)]
    }
    child.replaceWith(...styled)
  }
  element.removeAttribute("data-pasted-style")
  if (element.matches("b, strong, i, em, s, strike, del"))
    element.replaceWith(...element.childNodes)
}

/** Parses HTML. Removes stylesheets, and disables style and event attributes, which the CSP forbids. */
function parsePasted(html: string): HTMLElement {
  const withoutStyles = html
    .replace(/<style[\s\S]*?<\/style>/gi, "")
    .replace(/<[^>]*>/g, (tag) =>
      tag
        .replace(/([\s/"'])style=/gi, "$1data-pasted-style=")
        .replace(/([\s/"'])on\w+=/gi, "$1data-no="),
    )
  const { body } = new DOMParser().parseFromString(withoutStyles, "text/html")
  for (const element of body.querySelectorAll("script, style, meta, link, title")) element.remove()
  return body
}

/** Returns whether the HTML has a picture and no text. Browsers copy a picture as such HTML. */
export function isPicture(html: string): boolean {
  const body = parsePasted(html)
  return body.querySelector("img") !== null && body.textContent.trim() === ""
}

/** Converts pasted lists, tables and styles. The editor's schema later drops unsupported elements. */
export function tidyPastedHtml(html: string): string {
  const body = parsePasted(html)
  splitWebLists(body)
  joinWordLists(body)
  replaceTables(body)
  replaceStyles(body, { strong: false, em: false, s: false, keepsLines: false })
  // Content copied from this editor (ProseMirror) is already tidy.
  if (body.querySelector("[data-pm-slice]")) return body.innerHTML
  for (const list of body.querySelectorAll("ul, ol")) list.setAttribute("data-tight", "true")
  for (const block of body.querySelectorAll("p, div")) {
    if (block.textContent?.trim() === "" && !block.querySelector("img, hr")) block.remove()
  }
  return body.innerHTML
}
