/**
 * The privacy policy and the terms, as their message files have them: what stands under `sections` is
 * shown in its order. A text is a paragraph, one whose name ends in `Heading` a heading; below a name
 * stand the points of a list, or rows with a title, a text and maybe how long it is kept.
 */
import type { Locale } from "../../../i18n/locales.ts"
import { messages } from "../../../i18n/messages.ts"
import { fillBlanks } from "../../../i18n/translate.ts"
import { SITE } from "../../../site.ts"

export type LegalNamespace = "privacy" | "terms"

export interface LegalRow {
  title: string
  text: string
  kept?: string
}

export type LegalBlock =
  | { kind: "heading" | "text"; text: string }
  | { kind: "list"; points: string[] }
  | { kind: "rows"; rows: Map<string, LegalRow> }

export interface LegalSection {
  id: string
  title: string
  /** By their names. */
  blocks: Map<string, LegalBlock>
}

const ROW_FIELDS = ["title", "text", "kept"] as const

function addRowField(block: LegalBlock | undefined, id: string, field: string, text: string) {
  const name = ROW_FIELDS.find((known) => known === field)
  if (block?.kind !== "rows" || !name) throw new Error(`no row has a ${field}`)
  block.rows.set(id, { title: "", text: "", ...block.rows.get(id), [name]: text })
}

function addText(section: LegalSection, [name = "", item, field]: string[], text: string): void {
  const { blocks } = section
  if (name === "title") section.title = text
  else if (item === undefined)
    blocks.set(name, { kind: name.endsWith("Heading") ? "heading" : "text", text })
  else if (field === undefined) {
    const known = blocks.get(name)
    blocks.set(name, {
      kind: "list",
      points: [...(known?.kind === "list" ? known.points : []), text],
    })
  } else {
    if (!blocks.has(name)) blocks.set(name, { kind: "rows", rows: new Map() })
    addRowField(blocks.get(name), item, field, text)
  }
}

/** The sections of a document in a locale, with the contact address and `date` filled in. */
export function legalSections(
  namespace: LegalNamespace,
  locale: Locale,
  date: string,
): LegalSection[] {
  const root = `${namespace}:sections` as const
  const sections = new Map<string, LegalSection>()
  for (const [key, text] of Object.entries(messages(locale, [root]))) {
    const [id = "", ...path] = key.slice(root.length + 1).split(".")
    const section = sections.get(id) ?? { id, title: "", blocks: new Map() }
    sections.set(id, section)
    addText(section, path, fillBlanks(text, { email: SITE.email, date }))
  }
  return [...sections.values()]
}

/** The day from which both documents are. */
export const LEGAL_DATE = "2025-09-01"
