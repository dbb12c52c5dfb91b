/** Name, contact address and origin: the one place to rebrand. */
export const SITE = {
  name: "Daina",
  email: "hello@daina.example",
  /** Shown in search results and by JSON-LD. */
  countries: ["EE", "LV", "LT"],
} as const
