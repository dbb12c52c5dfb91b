/**
 * Returns the text in lower case and without diacritics, for searching. This function has its own file so that public
 * pages do not load plain-text.ts, which is 0.5 kB compressed.
 */
export const toSearchText = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
