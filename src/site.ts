/** Name, contact address and origin: the one place to rebrand. */
export const SITE = {
  name: "Daina",
  email: "hello@daina.example",
  /**
   * The second half of each event's id in people's calendars. Never change it, not with the name nor with
   * the domain: each event that somebody has would be there twice.
   */
  calendarId: "daina.example",
  /** Shown in search results and by JSON-LD. */
  countries: ["EE", "LV", "LT"],
} as const

/** A path as an address of this site. */
export const absolute = (path: string): string => new URL(path, import.meta.env.SITE).href
