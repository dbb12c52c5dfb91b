/** Texts that hold links, taken apart for them: translators put `<terms>…</terms>` where they need it. */

export interface TextPart<Name extends string> {
  text: string
  /** What this part leads to. */
  link: Name | null
}

/** The parts of a text in their order; a tag of no such name stays text. */
export function linkedParts<Name extends string>(
  text: string,
  names: readonly Name[],
): TextPart<Name>[] {
  const [found, tag, linked = ""] = new RegExp(`<(${names.join("|")})>(.*?)</\\1>`).exec(text) ?? []
  const link = names.find((known) => known === tag)
  if (!found || !link) return text ? [{ text, link: null }] : []
  const [before = "", ...after] = text.split(found)
  return [
    ...(before ? [{ text: before, link: null }] : []),
    { text: linked, link },
    ...linkedParts(after.join(found), names),
  ]
}
