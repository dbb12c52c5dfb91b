/**
 * Returns the text in lower case and without diacritics, to compare it with a search. A separate file keeps
 * plain-text.ts, 0.5 kB compressed, out of the scripts of public pages.
 */
export const folded = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
