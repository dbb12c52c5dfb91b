/** Members can log in to three accounts; the others are authors and members of teams. */

/** A site that other machines can reach gives the three accounts other passwords. */
export const DEMO_PASSWORD = "daina-demo"

export interface DemoAccount {
  email: string
  displayName: string
  role: "super_admin" | null
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

/** Articles in English are distributed among the authors. */
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

export const listDemoMembers = (position: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const name = FIRST_NAMES[(position * 5 + index) % FIRST_NAMES.length] ?? "Nora"
    return { email: `crew-${position + 1}-${index + 1}@daina.test`, displayName: name }
  })
