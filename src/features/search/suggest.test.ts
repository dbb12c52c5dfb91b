import { beforeEach, expect, test, vi } from "vitest"
import { suggest } from "./suggest.ts"

const makeResult = (path: string, title: string) => ({ path, title, text: "", language: null })

vi.mock("./find.ts", () => ({
  find: async () => ({
    words: new Set(["zvaigznes", "zvaigznu"]),
    kinds: [
      {
        kind: "team",
        count: 3,
        results: [
          makeResult("/teams/rigas-zvaigznes/posts/zvaigznu-nakts", "Zvaigžņu nakts"),
          makeResult("/teams/rigas-zvaigznes", "Rīgas Zvaigznes"),
          makeResult("/teams/mentions-it", "Žaibas"),
        ],
      },
      { kind: "event", count: 1, results: [makeResult("/events/zvaigznes", "Zvaigznes dejo")] },
    ],
  }),
}))

beforeEach(() => void vi.stubGlobal("document", { documentElement: { lang: "en" } }))

test("cards are suggested only for events and teams whose title matches", async () => {
  const found = await suggest("zva", "cards")
  expect(found.map(({ kind, path }) => [kind, path])).toEqual([
    ["team", "/teams/rigas-zvaigznes"],
    ["event", "/events/zvaigznes"],
  ])
})

test("a team's post is suggested as a page, not as a team", async () => {
  const [post] = await suggest("zva", "pages")
  expect(post).toMatchObject({ kind: "page", title: "Zvaigžņu nakts" })
})
