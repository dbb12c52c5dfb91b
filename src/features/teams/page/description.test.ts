import { expect, test, vi } from "vitest"
import { renderHtml } from "../../../ui/html.ts"
import { TeamList } from "../directory/TeamList.tsx"
import { makeTeam } from "../fixtures.ts"
import { getTeamDescription } from "./head.ts"
import { TeamView } from "./TeamView.tsx"

test("a team's description shows Markdown as plain words", () => {
  vi.stubEnv("SITE", "https://daina.test")
  const team = makeTeam("kell-kolm", { description: "**We** _dance_ at [school](https://a.lv/b)" })
  const words = "We dance at school (https://a.lv/b)"
  expect(getTeamDescription(team, "en")).toBe(words)
  expect(renderHtml(TeamList, { locale: "en", teams: [team] })).toContain(words)
  const overview = { next_events: [], newest_posts: [] }
  expect(renderHtml(TeamView, { locale: "en", team, overview })).toContain(words)
})
