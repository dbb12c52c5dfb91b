import { makePost } from "../../support/people/teams.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

test("a member follows a team, sees its new post on the home page, and unfollows the team", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  const { id } = await signInNewMember(page)
  const team = { path: "/teams/pohjataht", name: "Põhjatäht" }
  const teamActions = page.getByRole("group", { name: "Team actions" })
  const getButton = (name: string) => teamActions.getByRole("button", { name, exact: true })
  const countFollows = () => db.value`select count(*)::integer from follows where user_id = ${id}`

  // Reads the number from the database, because other tests may have added followers since the page was built.
  const followerCount =
    (await db.value<number>`
      select count_team_followers(id) from teams where slug = 'pohjataht'`) ?? 0
  await page.goto(team.path)
  await expect(teamActions).toContainText(`${followerCount} followers`)
  await page.route("**/follow", (route) => route.abort())
  await getButton("Follow").click()
  await expect(getToast(page, "Your change wasn't saved")).toBeVisible()
  await expect(getButton("Follow")).toBeVisible()
  await expect(teamActions).toContainText(`${followerCount} followers`)
  await page.unroute("**/follow")
  await getButton("Follow").click()
  await expect(getButton("Following")).toBeVisible()
  await expect(teamActions).toContainText(`${followerCount + 1} followers`)
  await expect.poll(countFollows).toBe(1)

  const teamId = await db.value<string>`select id from teams where slug = 'pohjataht'`
  await makePost(db, teamId ?? "", null, { title: "We won in Tartu" })
  await page.goto("/")
  const news = page.getByRole("region", { name: "From what you follow" })
  await expect(news.getByRole("listitem").first()).toContainText(`${team.name}Post`)
  await expect(news.getByRole("link", { name: "We won in Tartu" })).toBeVisible()

  await page.goto("/me")
  const followingList = page.getByRole("region", { name: "Following" })
  await followingList.getByRole("button", { name: `Following ${team.name}` }).click()
  await expect(followingList.getByRole("button", { name: `Follow ${team.name}` })).toBeVisible()
  await expect.poll(countFollows).toBe(0)
  await page.reload()
  await expect(followingList).toContainText("You don't follow any teams, countries or artists yet.")

  const visitor = await otherPages.openBrowser()
  await visitor.goto(team.path)
  const loginLink = visitor.getByRole("link", { name: "Follow", exact: true })
  const loginUrl = `/login?${new URLSearchParams({ next: team.path })}`
  await expect(loginLink).toHaveAttribute("href", loginUrl)
})

test("two quick clicks to follow a country send no concurrent requests", async ({ page }) => {
  await signInNewMember(page)
  await page.goto("/latvia")
  const getButton = (name: string) =>
    page.getByRole("main").getByRole("button", { name, exact: true })
  /** For each request, its method and the number of requests that ran when it was sent. */
  const requests: string[] = []
  let runningCount = 0
  await page.route("**/api/countries/lv/follow", async (route) => {
    runningCount += 1
    requests.push(`${route.request().method()} ${runningCount}`)
    await route.fulfill({ response: await route.fetch() })
    runningCount -= 1
  })
  await getButton("Follow").dblclick()
  await expect(getButton("Follow")).toBeVisible()
  await getButton("Follow").click()
  await expect(getButton("Following")).toBeVisible()
  await expect.poll(() => [requests.at(-1), runningCount]).toEqual(["PUT 1", 0])
  expect(requests.every((request) => request.endsWith(" 1"))).toBe(true)
  await page.reload()
  await expect(getButton("Following")).toBeVisible()
})

test("members of a team see the number of followers and no follow button", async ({ page }) => {
  const { team } = await createOwnTeam(page)
  await page.goto(`/teams/${team.slug}`)
  const teamActions = page.getByRole("group", { name: "Team actions" })
  await expect(teamActions).toContainText("1 follower")
  await expect(teamActions.getByRole("button", { name: "Follow" })).toHaveCount(0)
})
