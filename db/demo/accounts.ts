/** Accounts of the demo content. Only DEMO_ACCOUNTS have a password. The other accounts belong to authors and teams. */

/**
 * The published password of DEMO_ACCOUNTS on a local site. A site that other machines can reach sets random passwords
 * (setRandomPasswords() in passwords.ts).
 */
export const DEMO_PASSWORD = "daina-demo"

export interface DemoAccount {
  email: string
  displayName: string
  role: "super_admin" | null
  /** Shown in the terminal after the first start. */
  about: string
}

export const DEMO_ACCOUNTS: DemoAccount[] = [
  {
    email: "super@daina.test",
    displayName: "Elīna Straume",
    role: "super_admin",
    about: "super admin: publishes news",
  },
  { email: "owner@daina.test", displayName: "Markuss Vītols", role: null, about: "owns a team" },
  {
    email: "member@daina.test",
    displayName: "Aistė Rimkutė",
    role: null,
    about: "ordinary member",
  },
]

/** Authors of articles in their languages. Articles in English are distributed among all of them. */
export const DEMO_AUTHORS = [
  { email: "super@daina.test", displayName: "Elīna Straume", languages: ["lv", "ru"] },
  { email: "kertu@daina.test", displayName: "Kertu Allik", languages: ["et"] },
  { email: "gabija@daina.test", displayName: "Gabija Noreikaitė", languages: ["lt"] },
]

const FIRST_NAMES = [
  "Anete",
  "Birgit",
  "Dominykas",
  "Diāna",
  "Egle",
  "Fausta",
  "Hanna",
  "Ieva",
  "Jonas",
  "Karolina",
  "Liis",
  "Madara",
  "Nora",
  "Oskar",
  "Patricija",
  "Reelika",
]

/**
 * Returns the members of a team. `teamPosition` is the team's index in teams.json. Each team starts five names further
 * in FIRST_NAMES, so that the teams have different first members.
 */
export const listDemoMembers = (teamPosition: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const name = FIRST_NAMES[(teamPosition * 5 + index) % FIRST_NAMES.length] ?? "Nora"
    return { email: `crew-${teamPosition + 1}-${index + 1}@daina.test`, displayName: name }
  })
