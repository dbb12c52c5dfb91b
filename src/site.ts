/** docs/rebrand.md lists the other files with the name and the email address. */
export const SITE = {
  name: "Daina",
  email: "hello@daina.example",
  /** Never change it: calendar apps would show each subscribed event a second time. */
  calendarId: "daina.example",
} as const

/** These colors equal the colors of src/styles/tokens.css. */
export const COLORS = { dark: "#0d0a12", light: "#f9f7f3", accent: "#c6f432" } as const

export const toAbsoluteUrl = (path: string): string => new URL(path, import.meta.env.SITE).href
