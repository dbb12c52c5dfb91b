/** Splits translated texts at links, which translators write as tags: `<terms>…</terms>`. */

export interface TextPart<Name extends string> {
  text: string
  /** Name of the tag; null for text outside of tags. */
  link: Name | null
}

export function splitAtLinks<Name extends string>(
  text: string,
  linkNames: readonly Name[],
): TextPart<Name>[] {
  const [match, tag, linkText = ""] =
    new RegExp(`<(${linkNames.join("|")})>(.*?)</\\1>`).exec(text) ?? []
  const link = linkNames.find((name) => name === tag)
  if (!match || !link) return text ? [{ text, link: null }] : []
  const [before = "", ...after] = text.split(match)
  return [
    ...(before ? [{ text: before, link: null }] : []),
    { text: linkText, link },
    ...splitAtLinks(after.join(match), linkNames),
  ]
}
