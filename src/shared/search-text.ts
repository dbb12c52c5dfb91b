/** Separate from plain-text.ts, which public pages do not load (0.5 kB). */
export const toSearchText = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
