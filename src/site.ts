/** docs/rebrand.md lists the other files that contain the name and the email address. */
export const SITE = {
  name: "Daina",
  email: "hello@daina.example",
  /** Part of each calendar event's id. If it changed, calendar apps would show duplicates of subscribed events. */
  calendarId: "daina.example",
} as const

/** Colors of the browser's and the app's frame, similar to `--ink` and `--glow` of src/styles/tokens.css. */
export const COLORS = { dark: "#0d0a12", light: "#f9f7f3", accent: "#c6f432" } as const

export const toAbsoluteUrl = (path: string): string => new URL(path, import.meta.env.SITE).href
