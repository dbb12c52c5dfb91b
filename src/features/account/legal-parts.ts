/** Texts that name the legal pages, taken apart for their links. */

const PAGES = ["terms", "privacy"] as const

export type LegalPage = (typeof PAGES)[number]

export interface LegalPart {
  text: string
  /** The page that this part links to. */
  page: LegalPage | null
}

const LINK = /<(\w+)>(.*?)<\/\1>/

/** The parts of a text with `<terms>…</terms>` and `<privacy>…</privacy>`, in their order. */
export function legalParts(text: string): LegalPart[] {
  const [found, tag, linked = ""] = LINK.exec(text) ?? []
  const page = PAGES.find((known) => known === tag)
  if (!found || !page) return text ? [{ text, page: null }] : []
  const [before = "", ...after] = text.split(found)
  return [
    ...(before ? [{ text: before, page: null }] : []),
    { text: linked, page },
    ...legalParts(after.join(found)),
  ]
}
