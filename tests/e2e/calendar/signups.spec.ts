import type { Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { confirmIdentity, expireProof, signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import { type CalendarTeam, createOwnTeam, postEvent } from "./teams.ts"

test.use({
  // 403: the last proof of identity is not recent. 404: the page of the event is not built. 409: the event is full.
  expectedErrors: /status of 40[349]|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  viewport: { width: 390, height: 844 },
})

/** A public event of a team whose owner is signed in. */
interface PublicEvent {
  team: CalendarTeam
  id: string
  path: string
}

async function postPublicEvent(page: Page): Promise<PublicEvent> {
  const team = await createOwnTeam(page)
  const { id, slug } = await postEvent(page, team, { title: "Dance camp", event_type: "public" })
  return { team, id, path: `/events/${slug}` }
}

const openSignup = async (page: Page, id: string, settings: object = {}) => {
  const response = await page.request.patch(`/api/events/${id}/signup-settings`, {
    data: {
      takes_signups: true,
      max_participants: null,
      signup_from: null,
      signup_until: null,
      guests_max: 0,
      offers_places: false,
      signup_questions: [],
      ...settings,
    },
  })
  expect(response.status(), "opening the sign-up").toBe(200)
}

const getSignupBox = (page: Page) => page.locator("#signup")
const clickInSignup = (page: Page, name: string) =>
  getSignupBox(page).getByRole("button", { name }).click()

test("a member on the waitlist gets the place of an attendee who cancels, and an organizer checks people in", async ({
  page,
  otherPages,
}) => {
  test.slow()
  const { id, path } = await postPublicEvent(page)
  await page.goto(`/my-events?event=${id}`)
  await page.getByLabel("People can sign up here").check()
  await page.getByRole("textbox", { name: "Places" }).fill("1")
  await page.getByRole("button", { name: "Ask a question" }).click()
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("This field is required")).toBeVisible()
  await page.getByLabel("What do you want to know?").fill("T-shirt size")
  await page.getByLabel("Answers to choose from").fill("S\nM")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("0 going · 1 place left").last()).toBeVisible()
  await expectAccessible(page, "the organizers' page")

  const attendeePage = await otherPages.openBrowser()
  await signInNewMember(attendeePage, { profile: { display_name: "Juta" } })
  await attendeePage.goto(path)
  // The first press loads the form's script.
  const signupButton = getSignupBox(attendeePage).getByRole("button", { name: "Sign up" })
  await expect(signupButton).toBeVisible()
  await attendeePage.context().setOffline(true)
  await signupButton.click()
  await expect(attendeePage.getByText("Daina can't be reached")).toBeVisible()
  await attendeePage.context().setOffline(false)
  await signupButton.press("Enter")
  await expect(getSignupBox(attendeePage)).toBeFocused()
  await clickInSignup(attendeePage, "Sign up")
  await expect(getSignupBox(attendeePage).getByText("This field is required")).toBeVisible()
  await expectAccessible(attendeePage, "the sign-up form with errors")
  await expect(attendeePage.getByText("T-shirt size")).toHaveAttribute("lang", "")
  await attendeePage.getByLabel("T-shirt size").selectOption("M")
  await attendeePage.getByLabel("A note to the organizers").fill("I'll be late")
  await clickInSignup(attendeePage, "Sign up")
  await expect(getSignupBox(attendeePage).getByText("You're going", { exact: true })).toBeVisible()
  await clickInSignup(attendeePage, "Entry code")
  await expect(attendeePage.getByRole("img", { name: "Entry code" })).toBeVisible()
  await attendeePage.getByRole("button", { name: "Close", exact: true }).click()

  const waitingPage = await otherPages.openBrowser()
  // The organizers' list requires a display name, and this member has none yet.
  await signInNewMember(waitingPage, { profile: undefined })
  await waitingPage.goto(path)
  await clickInSignup(waitingPage, "Join the waitlist")
  await waitingPage.getByLabel("T-shirt size").selectOption("S")
  await clickInSignup(waitingPage, "Join the waitlist")
  await expect(getSignupBox(waitingPage).getByText("This field is required")).toBeVisible()
  await waitingPage.getByLabel("Your name").fill("Liis")
  await clickInSignup(waitingPage, "Join the waitlist")
  await expect(getSignupBox(waitingPage).getByText("You're number 1 on the waitlist")).toBeVisible()

  await clickInSignup(attendeePage, "Can't go")
  await attendeePage.getByRole("dialog").getByRole("button", { name: "Keep my place" }).click()
  await expect(getSignupBox(attendeePage).getByText("You're going", { exact: true })).toBeVisible()
  await clickInSignup(attendeePage, "Can't go")
  await attendeePage.getByRole("dialog").getByRole("button", { name: "Give up my place" }).click()
  await expect(getSignupBox(attendeePage).getByText("You said you can't go")).toBeVisible()
  await waitingPage.goto("/my-events")
  const myEvents = waitingPage.getByRole("main")
  await expect(myEvents.getByRole("link", { name: "Dance camp" })).toBeVisible()
  await expect(myEvents.getByText("Going", { exact: true })).toBeVisible()
  await waitingPage.goto("/calendar")
  const item = waitingPage.getByRole("listitem").filter({ hasText: "Dance camp" }).last()
  await expect(item.getByRole("link", { name: "Going" })).toHaveAttribute("href", `${path}#signup`)
  await expect(item.getByRole("link", { name: "Sign up" })).toHaveCount(0)

  await page.reload()
  const row = page.getByRole("listitem").filter({ hasText: "Liis" })
  await expect(row.getByText("T-shirt size S")).toBeVisible()
  await expect(page.getByText("Juta")).toBeHidden()

  await page.getByRole("button", { name: "Add someone at the door" }).click()
  const dialog = page.getByRole("dialog", { name: "Add someone at the door" })
  await dialog.getByLabel("Name").fill("Anna")
  await dialog.getByLabel("Number of guests").selectOption("2")
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await expect(dialog.getByText("There aren't that many places left.")).toBeVisible()
  await dialog.getByRole("button", { name: "Add anyway" }).click()
  await expect(page.getByText("3 of 4 here")).toBeVisible()
  const attendeeList = page.getByRole("region", { name: "People" })
  await expect(attendeeList.getByRole("listitem").first()).toContainText("Anna")
  await expect(page.getByRole("button", { name: "Here: Anna" })).toHaveAttribute(
    "aria-pressed",
    "true",
  )
  await page.getByRole("button", { name: "Not here yet" }).click()
  await expect(page.getByText("Anna")).toBeHidden()
  await page.getByRole("button", { name: "Check in: Liis" }).click()
  await expect(page.getByText("4 of 4 here")).toBeVisible()
  await expect(page.getByText("No one here yet.")).toBeVisible()

  await page.getByRole("textbox", { name: "Message" }).fill("Doors at 6.")
  await page.getByRole("button", { name: "Send" }).click()
  const confirmation = page.getByRole("dialog", { name: "Send this email to 1 person?" })
  await confirmation.getByRole("button", { name: "Send" }).click()
  await expect(page.getByText("Your email is on its way to 1 person")).toBeVisible()
})

test("a check-in without a connection is sent later, and an entry code counts once", async ({
  page,
  otherPages,
}) => {
  const { team, id } = await postPublicEvent(page)
  await openSignup(page, id)
  const attendee = await otherPages.openBrowser()
  const { id: attendeeId } = await signInNewMember(attendee, { profile: { display_name: "Juta" } })
  const signupResponse = await attendee.request.put(`/api/events/${id}/signup`, {
    data: { status: "going", guests: 0, note: null, answers: {} },
  })
  expect(signupResponse.status()).toBe(200)
  await page.goto(`/my-events?event=${id}`)
  const readSignup = () => team.db.one<{ id: string; checked_in_at: string | null }>`
    select id, checked_in_at from event_signups where event_id = ${id} and user_id = ${attendeeId}`
  const checkIn = page.getByRole("button", { name: /^(Check in|Here): Juta$/ })
  await expect(checkIn).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole("searchbox", { name: "Search by name" }).fill("nobody")
  await expect(page.getByText("No one here yet.")).toBeVisible()
  await page.getByRole("searchbox", { name: "Search by name" }).fill("jut")
  await checkIn.click()
  await expect(checkIn).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByText("1 check-in is saved on this phone.")).toBeVisible()
  expect((await readSignup())?.checked_in_at).toBeNull()
  await page.context().setOffline(false)
  await expect(page.getByText("check-in is saved on this phone")).toBeHidden()
  const { id: signupId, checked_in_at } = (await readSignup()) ?? {}
  expect(checked_in_at).toMatch(/Z$/)
  await page.goto(`/my-events?event=${id}&check=${signupId}`)
  await expect(page.getByText(/^Juta has been here since/)).toBeVisible()
  await page.goto(`/my-events?event=${id}&check=${crypto.randomUUID()}`)
  await expect(page.getByText("This code isn't on this event's list.")).toBeVisible()
  await attendee.goto(`/my-events?event=${id}&check=${signupId}`)
  await expect(getSignupBox(attendee).getByText("You're going", { exact: true })).toBeVisible()
  await expect(attendee.getByRole("button", { name: /^Check in/ })).toBeHidden()
})

test("a rejected check-in is reported by name, and does not block other check-ins", async ({
  page,
}) => {
  const { team, id } = await postPublicEvent(page)
  await openSignup(page, id)
  await team.db.one`
    insert into event_signups (event_id, name, status) values (${id}, 'Mari', 'going'), (${id}, 'Juta', 'going')`
  await page.goto(`/my-events?event=${id}`)
  const getCheckInButton = (name: string) =>
    page.getByRole("button", { name: new RegExp(`^(Check in|Here): ${name}$`) })
  await expect(getCheckInButton("Mari")).toBeVisible()
  await team.db
    .one`update event_signups set status = 'not_going' where event_id = ${id} and name = 'Mari'`
  await getCheckInButton("Mari").click()
  await expect(page.getByRole("alert")).toContainText("Mari: This doesn't exist anymore.")
  await getCheckInButton("Juta").click()
  await expect(getCheckInButton("Juta")).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByText("saved on this phone")).toBeHidden()
})

test("search finds loaded attendees offline, and other attendees on the server", async ({
  page,
}) => {
  const { team, id } = await postPublicEvent(page)
  await openSignup(page, id)
  // The page loads the first 500 attendees; the last two are only on the server.
  await team.db.one`
    insert into event_signups (event_id, name, status, created_at)
    select ${id}, 'Guest ' || n, 'going', now() + n * interval '1 second' from generate_series(1, 502) n`
  await page.goto(`/my-events?event=${id}`)
  await expect(page.getByRole("button", { name: "Check in: Guest 1", exact: true })).toBeVisible()
  const search = page.getByRole("searchbox", { name: "Search by name" })
  await search.fill("guest 501")
  await expect(
    page.getByRole("button", { name: "Check in: Guest 501", exact: true }),
    "found on the server",
  ).toBeVisible()
  await page.context().setOffline(true)
  await search.fill("guest 432")
  await page.getByRole("button", { name: "Check in: Guest 432", exact: true }).click()
  await expect(page.getByText("1 check-in is saved on this phone.")).toBeVisible()
  await search.fill("guest 502")
  await expect(page.getByText("This couldn't be loaded")).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("button", { name: "Check in: Guest 502", exact: true })).toBeVisible()
})

test("a visitor sees the number of attendees, and links to log in that return to the sign-up", async ({
  page,
  otherPages,
}) => {
  const { id, path } = await postPublicEvent(page)
  await openSignup(page, id, { max_participants: 5 })
  const visitor = await otherPages.openBrowser()
  await visitor.goto(path)
  await expect(getSignupBox(visitor).getByText("0 going · 5 places left")).toBeVisible()
  for (const [name, accountPage] of [
    ["Log in", "/login"],
    ["Join", "/register"],
  ] as const) {
    await expect(getSignupBox(visitor).getByRole("link", { name })).toHaveAttribute(
      "href",
      `${accountPage}?next=${encodeURIComponent(`${path}#signup`)}`,
    )
  }
})

test("the page of a member's events requires a log-in", async ({ page }) => {
  await page.goto("/my-events")
  await expect(page).toHaveURL(/\/login/)
})

test("a member confirms their identity to get the URL of their calendar", async ({ page }) => {
  const member = await signInNewMember(page)
  await expireProof(member.id)
  await page.goto("/my-events")
  await page.getByRole("button", { name: "Your events in your phone's calendar" }).click()
  await confirmIdentity(page, member)
  const address = page.getByRole("textbox", { name: "Your events in your phone's calendar" })
  await expect(address).toHaveValue(/\/api\/calendar-feed\//)
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.getByRole("button", { name: "Copy", exact: true }).click()
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readClipboard).toBe(await address.inputValue())
})
