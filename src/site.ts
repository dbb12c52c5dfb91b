/** The name and the email address of the site. docs/rebrand.md lists the other files that contain them. */
export const SITE = {
  name: "Daina",
  email: "hello@daina.example",
  /**
   * The second half of the ids of events in calendar feeds. Never change it, even when the name or the domain changes:
   * calendar apps would show each subscribed event a second time.
   */
  calendarId: "daina.example",
} as const

/** These colors equal the colors of src/styles/tokens.css, for code that reads no stylesheet. */
export const COLORS = { dark: "#0d0a12", light: "#f9f7f3", accent: "#c6f432" } as const

export const absolute = (path: string): string => new URL(path, import.meta.env.SITE).href
