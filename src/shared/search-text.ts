/** Public pages load this file, but not plain-text.ts. */
export const toSearchText = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
