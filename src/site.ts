/** What the site is called, and how it is reached; the README says where else its name stands. */
export const SITE = {
  name: "Daina",
  email: "hello@daina.example",
  /**
   * The second half of each event's id in people's calendars. Never change it, not with the name nor with
   * the domain: each event that somebody has would be there twice.
   */
  calendarId: "daina.example",
} as const

/** Colors of src/styles/tokens.css for what reads no stylesheet: the frames of browsers, and emails. */
export const COLORS = { dark: "#0d0a12", light: "#f9f7f3", accent: "#c6f432" } as const

/** A path as an address of this site. */
export const absolute = (path: string): string => new URL(path, import.meta.env.SITE).href
