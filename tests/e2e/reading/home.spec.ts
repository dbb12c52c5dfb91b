import { makeEvent, makeTeam } from "../../support/people/teams.ts"
import { signInAs } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { getToast, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"

const PHONE = { width: 390, height: 844 }

test.describe("on a phone", () => {
  test.use({ viewport: PHONE })

  test("the home page fits, with a poster and four events, and shows more on request", async ({
    page,
  }) => {
    await page.goto("/")
    const events = page.getByRole("list", { name: "Big events" }).getByRole("listitem")
    const visibleEvents = events.filter({ visible: true })
    await expect(visibleEvents).toHaveCount(4)
    await expect(visibleEvents.getByText("40 places")).toBeVisible()
    await expect(visibleEvents.getByText("65 going")).toBeVisible()
    await expect(visibleEvents.getByRole("link", { name: /^Sign up for / }).first()).toBeVisible()
    const [width, height] = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return [scrollWidth, scrollHeight]
    })
    expect(width).toBe(PHONE.width)
    expect(height).toBeLessThanOrEqual(4000)
    const bar = await page.getByRole("navigation", { name: "Main places" }).boundingBox()
    const poster = page.getByRole("article").filter({ hasText: "Random Play Dance Rīga" })
    const signup = await poster.getByRole("link", { name: /^Sign up for / }).boundingBox()
    expect((signup?.y ?? 0) + (signup?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.getByRole("button", { name: "3 more events" }).click()
    await expect(visibleEvents).toHaveCount(7)
    await expect(visibleEvents.nth(4).getByRole("link").first()).toBeFocused()
  })

  test("the bottom bar and the countries link to their pages", async ({ page }) => {
    await page.goto("/lv")
    const main = page.getByRole("main")
    await expect(main.getByRole("link", { name: "Pievienoties", exact: true })).toBeVisible()
    await expect(main.getByRole("button", { name: /^Patīk/ })).toHaveCount(0)
    const bar = page.getByRole("navigation", { name: "Galvenās sadaļas" })
    await expect(bar.getByRole("link", { name: "Sākums" })).toHaveAttribute("aria-current", "page")
    await expect(bar.getByRole("link", { name: "Ienākt" })).toBeVisible()
    await page.getByRole("link", { name: "Lietuva" }).click()
    await expect(page).toHaveURL("/lv/calendar?country=lt")
    await expect(page.getByRole("button", { name: "Lietuva" })).toHaveAttribute(
      "aria-pressed",
      "true",
    )
    await page.goto("/lv/teams")
    await page.getByRole("link", { name: "Lietuva" }).click()
    await expect(page).toHaveURL("/lv/lithuania")
    await expect(page.getByRole("heading", { level: 1, name: "K-pop Lietuvā" })).toBeVisible()
    await expect(page.getByRole("link", { name: "Žaibas", exact: true })).toBeVisible()
    await expect(page.getByRole("link", { name: "Rīgas Zvaigznes" })).toHaveCount(0)
    await bar.getByRole("link", { name: "Komandas" }).click()
    await expect(page).toHaveURL("/lv/teams")
  })
})

test("the save button covers neither the bottom bar nor the focused field", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAs(page, "owner")
  for (const [path, name, label] of [
    ["/profile", "Save profile", "Bio"],
    ["/teams/rigas-zvaigznes/manage", "Save", "Location"],
  ] as const) {
    await page.goto(path)
    const save = page.getByRole("button", { name, exact: true })
    await page.getByLabel(label, { exact: true }).fill("Somewhere else")
    await page.getByLabel(label, { exact: true }).blur()
    const bar = page.getByRole("navigation", { name: "Main places" })
    await expect(save).toBeVisible()
    const [button, bottomBar] = [await save.boundingBox(), await bar.boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? 0), path).toBeLessThanOrEqual(bottomBar?.y ?? 0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
    const fields = page.locator("form", { has: save }).getByRole("textbox")
    for (const field of await fields.all()) {
      await field.focus()
      const [fieldBox, buttonBox] = [await field.boundingBox(), await save.boundingBox()]
      expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0), path).toBeLessThanOrEqual(
        buttonBox?.y ?? 0,
      )
    }
  }
})

test.describe("for a member", () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test("the home page starts with the next event, and a retry loads it after a failed request", async ({
    page,
  }) => {
    await signInAs(page, "owner")
    await page.goto("/")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Next for you")
    const nextForYou = page.getByRole("region", { name: "Next for you" })
    const poster = nextForYou.getByRole("article")
    await expect(poster).toContainText("Rīgas Zvaigznes")
    const title = await poster.getByRole("heading").textContent()
    await expect(page.getByRole("link", { name: title ?? "", exact: true })).toHaveCount(1)
    await page.route("**/api/home", (route) => route.abort())
    await page.reload()
    await expect(nextForYou).toContainText("Couldn't load what's next for you.")
    await page.unroute("**/api/home")
    await nextForYou.getByRole("button", { name: "Try again" }).click()
    await expect(poster).toContainText("Rīgas Zvaigznes")
  })

  test("the poster shows the next event of another member who logs in in another tab", async ({
    page,
  }) => {
    await signInNewMember(page)
    await page.goto("/")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Where to next?")
    await signInAs(page, "owner")
    await returnToTab(page)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Next for you")
    const poster = page.getByRole("region", { name: "Next for you" }).getByRole("article").first()
    await expect(poster).toContainText("Rīgas Zvaigznes")
  })

  test("a member chooses a country on the home page, and signs up for events", async ({ page }) => {
    const db = await connectToDatabase()
    const { id } = await signInNewMember(page)
    await page.goto("/")
    const nextForYou = page.getByRole("region", { name: /^(Where to next\?|Next for you)$/ })
    const week = nextForYou.getByRole("region", { name: /^(This week|Coming up)/ })
    await expect(week).toHaveAccessibleName("Coming up")
    await week.getByRole("button", { name: "Estonia" }).click()
    await expect(getToast(page, "Country saved")).toBeVisible()
    await expect(week.getByRole("button", { name: "Latvia" })).toHaveCount(0)
    await expect(week.getByRole("link", { name: "K-pop in Estonia" })).toHaveAttribute(
      "href",
      "/estonia",
    )
    const team = await makeTeam(db, { [id]: "owner" }, { name: "Comet Crew", reviewed: false })
    const practice = await makeEvent(db, team.id, { title: "Comet practice", type: "team" })
    const party = await makeEvent(db, null, { title: "Comet party", country: "ee" })
    await db.one`update events set takes_signups = true where id = ${practice.id}`
    await db.one`
      update events set takes_signups = true, max_participants = 2 where id = ${party.id}`
    await page.reload()
    const card = nextForYou.getByRole("article").filter({ hasText: "Comet practice" })
    const goingButton = card.getByRole("button", { name: /^(Sign up|Going): / })
    const notGoingButton = card.getByRole("button", { name: /^(Can't go|Not going): / })
    await page.route("**/signup", (route) => route.abort())
    await goingButton.click()
    await expect(getToast(page, "That couldn't be saved")).toBeVisible()
    await expect(goingButton).toHaveAttribute("aria-pressed", "false")
    await page.unroute("**/signup")
    await goingButton.dblclick()
    await expect(getToast(page, "See you there!")).toBeVisible()
    await expect(goingButton).toHaveAttribute("aria-pressed", "true")
    await expect(goingButton).toContainText("Going")
    await notGoingButton.click()
    await expect(getToast(page, "Thanks for letting them know")).toBeVisible()
    await page.reload()
    const declinedEvent = nextForYou.getByRole("listitem").filter({ hasText: "Comet practice" })
    await expect(declinedEvent.getByRole("button", { name: /^Not going: / })).toBeVisible()
    const row = nextForYou.getByRole("article").filter({ hasText: "Comet party" })
    await expect(row).toContainText("2 places left")
    const link = row.getByRole("link", { name: "Comet party" })
    await expect(link).toHaveAttribute("href", `/events/${party.slug}`)
    await row.getByRole("button", { name: "Sign up: Comet party" }).dblclick()
    await expect(getToast(page, "See you there!")).toBeVisible()
    await db.one`update events set is_cancelled = true where id = ${party.id}`
    await page.reload()
    await expect(nextForYou.getByRole("listitem").filter({ hasText: "Canceled" })).toContainText(
      "Comet party",
    )
  })

  test("the home page marks items with an unread notification", async ({ page }) => {
    const db = await connectToDatabase()
    const { id } = await signInNewMember(page)
    await db.one`insert into follows (user_id, country) values (${id}, 'lv')`
    const start = new Date(Date.now() + 2 * 3_600_000).toISOString()
    await makeEvent(db, null, { title: "Brand new", country: "lv", start })
    await page.goto("/")
    const news = page.getByRole("region", { name: "From what you follow" })
    const newItems = news.getByRole("listitem").filter({ hasText: /^New/ })
    await expect(newItems).toHaveCount(1)
    await expect(newItems).toContainText("Brand new")
    await expect(newItems, "the soonest event is first").toHaveText(
      (await news.getByRole("listitem").first().textContent()) ?? "",
    )
    await db.one`update notifications set read_at = now() where user_id = ${id}`
    await page.reload()
    await expect(news.getByText("Brand new")).toBeVisible()
    await expect(newItems).toHaveCount(0)
    await news.getByRole("link", { name: "See all" }).click()
    await expect(page).toHaveURL("/notifications")
  })

  test("after a member has closed the question for the country, it stays closed", async ({
    page,
  }) => {
    await signInNewMember(page)
    await page.goto("/")
    const question = page.getByText("Where do you live?")
    await expect(question).toBeVisible()
    const comingUp = page.getByRole("region", { name: "Coming up" })
    await comingUp.getByRole("button", { name: "Close" }).click()
    await expect(question).toHaveCount(0)
    await page.reload()
    await expect(comingUp.getByRole("listitem").first()).toBeVisible()
    await expect(question).toHaveCount(0)
  })

  test("lists of teams and events start with the member's country", { tag: "@slow" }, async ({
    page,
  }) => {
    const { id } = await signInNewMember(page)
    await (await connectToDatabase()).one`update users set country = 'lt' where id = ${id}`
    await page.goto("/teams")
    await expect(page.getByRole("link", { name: "Rīgas Zvaigznes" }).last()).toBeVisible()
    await page.goto("/")
    await expect(page.getByRole("link", { name: "K-pop in Lithuania" })).toBeVisible()
    await page.goto("/teams")
    await expect(page).toHaveURL("/teams?country=lt")
    const main = page.getByRole("main")
    await expect(main.getByRole("link", { name: "Žaibas", exact: true })).toBeVisible()
    await expect(main.getByRole("link", { name: "Rīgas Zvaigznes" })).toBeHidden()

    await page.goto("/calendar?view=list")
    const nearMe = page
      .getByRole("group", { name: "Country" })
      .getByRole("button", { name: "Near me" })
    await expect(nearMe).toHaveAttribute("aria-pressed", "true")
    await expect(page).toHaveURL("/calendar?view=list&country=mine")
    await nearMe.click()
    await expect(nearMe).toHaveAttribute("aria-pressed", "false")
    await page.goto("/teams")
    const country = page.getByRole("combobox", { name: "Country" })
    await expect(main.getByRole("link", { name: "Rīgas Zvaigznes" })).toBeVisible()
    await expect(page).toHaveURL("/teams")
    await country.selectOption("Lithuania")
    await expect(main.getByRole("link", { name: "Rīgas Zvaigznes" })).toBeHidden()
    await main.getByRole("button", { name: "All three countries" }).click()
    await expect(main.getByRole("link", { name: "Rīgas Zvaigznes" })).toBeVisible()

    await country.selectOption("Lithuania")
    await page.goto("/teams")
    await expect(page).toHaveURL("/teams?country=lt")
  })
})
