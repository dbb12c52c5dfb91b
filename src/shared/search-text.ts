/**
 * Returns a text in lower case without accents, for comparisons. This function is not in plain-text.ts,
 * which is too large for public pages.
 */
export const toSearchText = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
