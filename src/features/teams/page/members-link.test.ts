import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { TeamMember } from "../schema.ts"
import { MembersLink } from "./MembersLink.tsx"

const makeMember = (id: string, display_name: string | null): TeamMember => ({
  user_id: id,
  role: "member",
  created_at: "2026-01-01T00:00:00.000Z",
  display_name,
  avatar_url: null,
})

const render = (members: TeamMember[]) =>
  renderToStaticMarkup(createElement(MembersLink, { locale: "en", members }))

test("the first two names are shown, and the other members are counted", () => {
  const page = render([
    makeMember("a", "Anete"),
    makeMember("b", "Birgit"),
    makeMember("c", "Diāna"),
  ])
  expect(page).toContain("Anete, Birgit")
  expect(page).toContain("and 1 more")
  expect(page.match(/class="avatar/g)).toHaveLength(3)
})

test("members who hide their names are counted, but have no avatar", () => {
  const page = render([makeMember("a", null), makeMember("b", "Birgit"), makeMember("c", null)])
  expect(page).toContain("Birgit")
  expect(page).toContain("and 2 more")
  expect(page.match(/class="avatar/g)).toHaveLength(1)
})

test("nothing is shown for a team whose members all hide their names", () => {
  expect(render([makeMember("a", null)])).toBe("")
})

test("a team with one member shows no number of other members", () => {
  expect(render([makeMember("a", "Anete")])).not.toContain("more")
})
