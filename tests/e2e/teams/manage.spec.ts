/** The owner's page of a team. */
import sharp from "sharp"
import { makeTeam } from "../../teams.ts"
import { signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { breakWrites, FAULTS, loseConnection } from "./faults.ts"
import { openEditor, ownTeam, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

const drawing = (width: number) =>
  sharp({ create: { width, height: 640, channels: 3, background: "#ff5a7d" } })
    .png()
    .toBuffer()
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

test("a stranger is led to the sign-in page, and back", async ({ page }) => {
  await page.goto("/teams/rigas-zvaigznes/manage")
  await expect(page).toHaveURL("/login?next=%2Fteams%2Frigas-zvaigznes%2Fmanage")
})

for (const standing of ["stranger", "member", "admin", "super admin"] as const) {
  test(`to a ${standing} access is denied`, async ({ page, others }) => {
    const { db, team } = await ownTeam(await others.device())
    if (standing === "super admin") {
      await signInAs(page, "super")
    } else {
      const { id } = await join(page)
      if (standing !== "stranger") {
        await db.one`insert into team_members (team_id, user_id, role) values (${team.id}, ${id}, ${standing})`
      }
    }
    await page.goto(`/teams/${team.slug}/manage`)
    await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible()
    await expect(page.getByText("You don't have permission to manage this team.")).toBeVisible()
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0)
    await page.getByRole("link", { name: "Back to teams" }).click()
    await expect(page).toHaveURL("/teams")
  })
}

test("the owner changes what the page says, and moves it", async ({ page, others }) => {
  const { team } = await ownTeam(page, { name: "Before" })
  const form = await openEditor(page, team.slug)
  await expect(page.getByText("Everything is saved")).toBeVisible()
  await form.name.fill("Pēc tam")
  await expect(form.slug, "a team that has its page keeps its address").toHaveValue(team.slug)
  await expect(page.getByText("Unsaved changes")).toBeVisible()
  const slug = `${team.slug}-moved`
  await form.slug.fill(slug)
  await expect(page.getByText("Links to the old address will stop working.")).toBeVisible()
  await form.description.fill("Lūk, mēs.")
  await form.location.fill("Kuldīga")
  await form.country.selectOption({ label: "Latvia" })
  await form.website.fill("https://pec-tam.example")
  await form.instagram.fill("https://www.instagram.com/pec")
  await form.youtube.fill("https://www.youtube.com/@pec")
  await page.getByLabel("Members may post events").uncheck()
  await form.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
  await expect(page).toHaveURL(`/teams/${slug}/manage`)
  await page.reload()
  await expect(form.description).toHaveValue("Lūk, mēs.")
  await expect(page.getByLabel("Members may post events")).not.toBeChecked()
  const stranger = await others.device()
  await stranger.goto(`/teams/${slug}`)
  await expect(stranger.getByRole("heading", { level: 1, name: "Pēc tam" })).toBeVisible()
  await expect(stranger.getByText("Kuldīga, Latvia").first()).toBeVisible()
  for (const name of [/^Website/, /^Instagram/, /^YouTube/]) {
    await expect(stranger.getByRole("link", { name })).toBeVisible()
  }
  // What is emptied is none again.
  for (const field of [
    form.description,
    form.location,
    form.website,
    form.instagram,
    form.youtube,
  ]) {
    await field.fill("")
  }
  await form.save.click()
  await expect(page.getByText("Everything is saved")).toBeVisible()
  const read = await page.request.get(`/api/teams/${slug}`)
  expect(await read.json()).toMatchObject({
    description: null,
    location: null,
    website_url: null,
    instagram_url: null,
    youtube_url: null,
  })
})

test("what is wrong is said at its field, and everything typed stays", async ({ page }) => {
  const { db, owner, team } = await ownTeam(page, { name: "Careful" })
  const other = await makeTeam(db, { [owner.id]: "owner" })
  const form = await openEditor(page, team.slug)
  await form.description.fill("Still here.")
  for (const typed of ["javascript:alert(1)", "daina", "https://", "ftp://daina.example"]) {
    await form.website.fill(typed)
    await form.save.click()
    await expect(form.website).toHaveAttribute("aria-invalid", "true")
    await expect(page.getByText("Please enter a full web address")).toBeVisible()
    await expect(form.website).toHaveValue(typed)
  }
  await form.website.fill("")
  await form.name.fill(" ")
  await form.slug.fill("")
  await form.save.click()
  await expect(form.name).toBeFocused()
  await expect(page.getByText("This field is required")).toHaveCount(2)
  await form.name.fill("n".repeat(300))
  await form.slug.fill(other.slug)
  await form.save.click()
  await expect(page.getByText("200 characters too many")).toBeVisible()
  await form.name.fill("Careful")
  await form.save.click()
  await expect(page.getByText("This address is taken. Choose another one").first()).toBeVisible()
  await expect(form.slug).toHaveAttribute("aria-invalid", "true")
  await expect(form.slug).toHaveValue(other.slug)
  await expect(form.description).toHaveValue("Still here.")
})

test("a cover is seen at once, saved with the team, and shown on its page", async ({ page }) => {
  const { team } = await ownTeam(page, { name: "Pictured" })
  const form = await openEditor(page, team.slug)
  await expect(page.getByText("1280 × 630 pixels")).toBeVisible()
  await form.cover.setInputFiles(file("small.png", "image/png", await drawing(900)))
  await expect(page.getByText("This picture is only 900 pixels wide")).toBeVisible()
  await form.cover.setInputFiles(file("cover.png", "image/png", await drawing(1280)))
  await expect(page.getByText("This picture is only")).toBeHidden()
  await expect(page.getByRole("img", { name: "The cover as it is now" })).toBeVisible()
  await form.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
  await page.getByRole("link", { name: "View the page" }).click()
  const cover = page.locator("[data-field=cover]")
  await expect(cover).toHaveAttribute("srcset", /\/uploads\/team-images\/[\w-]+\.webp 1280w/)
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  await openEditor(page, team.slug)
  await page.getByRole("button", { name: "Remove" }).click()
  await form.save.click()
  await expect(page.getByText("Everything is saved")).toBeVisible()
  const read = await page.request.get(`/api/teams/${team.slug}`)
  expect(await read.json()).toMatchObject({ cover_image_url: null })
})

test("a file that is no image, whatever it calls itself, is refused at the field", async ({
  page,
}) => {
  const { team } = await ownTeam(page)
  const form = await openEditor(page, team.slug)
  await form.description.fill("Still here.")
  const field = page.locator(".field").filter({ hasText: "Cover picture" })
  for (const [name, type, bytes] of [
    ["notes.txt", "text/plain", "hello"],
    ["page.png", "image/png", "<script>alert(1)</script>"],
    ["drawing.jpg", "image/jpeg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ] as const) {
    await form.cover.setInputFiles(file(name, type, Buffer.from(bytes)))
    await expect(toast(page, "Invalid file type")).toContainText("Please select an image file")
    await expect(field.getByText("Please select an image file")).toBeVisible()
    await expect(field.getByRole("img")).toHaveCount(0)
  }
  await expect(form.description).toHaveValue("Still here.")
  await form.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
})

test("a picture that does not arrive is said, and can be chosen again", async ({ page }) => {
  const { db, team, owner } = await ownTeam(page)
  const form = await openEditor(page, team.slug)
  const picture = file("cover.png", "image/png", await drawing(1280))
  await page.context().setOffline(true)
  await form.cover.setInputFiles(picture)
  await expect(toast(page, "Upload failed")).toContainText("Daina cannot be reached")
  await page.context().setOffline(false)

  // Each picture is counted before it is drawn.
  const counted = await db.one<{ subject: string }>`
    select attempt_subject(${owner.id})::text as subject`
  const mend = await breakWrites(db, "attempts", "subject", counted?.subject ?? "")
  await form.cover.setInputFiles(picture)
  await expect(
    toast(page, "Upload failed").filter({ hasText: "Failed to upload image" }),
  ).toBeVisible()
  await mend()
  await form.cover.setInputFiles(picture)
  await expect(page.getByRole("img", { name: "The cover as it is now" })).toBeVisible()
  await form.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
})

test("saving that fails is said, and nothing typed is lost", async ({ page }) => {
  const { db, team } = await ownTeam(page, { name: "Sturdy" })
  const form = await openEditor(page, team.slug)
  await form.description.fill("Typed before it failed.")
  await page.context().setOffline(true)
  await form.save.click()
  await expect(toast(page, "The team could not be saved")).toContainText("Daina cannot be reached")
  await page.context().setOffline(false)
  const mend = await breakWrites(db, "teams", "slug", team.slug)
  await form.save.click()
  await expect(
    toast(page, "The team could not be saved").filter({ hasText: "An unexpected error" }),
  ).toBeVisible()
  await mend()
  await expect(form.description).toHaveValue("Typed before it failed.")
  await form.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
})

test("a team that does not load is said on the page of all teams", async ({ page }) => {
  const { team } = await ownTeam(page)
  await loseConnection(page, `**/api/teams/${team.slug}`)
  await page.goto(`/teams/${team.slug}/manage`)
  await expect(page).toHaveURL("/teams")
  await expect(toast(page, "Failed to load team data")).toContainText("Daina cannot be reached")
})

test("a team that is not there is said on the page of all teams", async ({ page }) => {
  await join(page)
  await page.goto("/teams/no-such-team/manage")
  await expect(page).toHaveURL("/teams")
  await expect(toast(page, "Failed to load team data")).toContainText("It is not there any more.")
})

test("of two who edit at once the second is asked: save over it, or take theirs", async ({
  page,
  others,
}) => {
  const { team } = await ownTeam(page, { name: "Twice" })
  const tab = await others.tab()
  const [first, second] = [await openEditor(page, team.slug), await openEditor(tab, team.slug)]
  const notice = tab.getByRole("alert").filter({ hasText: "Somebody else changed the team" })

  await first.description.fill("From the first tab.")
  await first.save.click()
  await expect(toast(page, "The team is saved")).toBeVisible()
  await second.location.fill("Second place")
  await second.save.click()
  await expect(notice).toBeInViewport()
  await expect(second.location).toHaveValue("Second place")
  await tab.getByRole("button", { name: "Take theirs" }).click()
  await expect(second.description).toHaveValue("From the first tab.")
  await expect(second.location).toHaveValue("")

  await first.description.fill("Once more.")
  await first.save.click()
  await expect(page.getByText("Everything is saved")).toBeVisible()
  await second.description.fill("The second wins.")
  await second.save.click()
  await expect(notice).toBeVisible()
  await tab.getByRole("button", { name: "Save mine over it" }).click()
  await expect(toast(tab, "The team is saved")).toBeVisible()
  await page.reload()
  await expect(first.description).toHaveValue("The second wins.")
})

test("leaving with unsaved changes is asked about, and without is not", async ({ page }) => {
  const { team } = await ownTeam(page)
  const form = await openEditor(page, team.slug)
  await form.description.fill("Not saved.")
  let asked = 0
  page.on("dialog", (dialog) => {
    asked += 1
    void (asked === 1 ? dialog.dismiss() : dialog.accept())
  })
  await page.getByRole("link", { name: "View the page" }).click()
  await expect.poll(() => asked).toBe(1)
  await expect(form.description).toHaveValue("Not saved.")
  await page.getByRole("link", { name: "View the page" }).click()
  await expect(page).toHaveURL(`/teams/${team.slug}`)
  await openEditor(page, team.slug)
  await page.getByRole("link", { name: "View the page" }).click()
  await expect(page).toHaveURL(`/teams/${team.slug}`)
  expect(asked).toBe(2)
})

test("a team that was handed over meanwhile can no longer be changed", async ({ page, others }) => {
  const { db, team, owner } = await ownTeam(page)
  const { id } = await join(await others.device())
  const form = await openEditor(page, team.slug)
  await db.batch([
    {
      text: "delete from team_members where team_id = $1 and user_id = $2",
      params: [team.id, owner.id],
    },
    {
      text: "insert into team_members (team_id, user_id, role) values ($1, $2, 'owner')",
      params: [team.id, id],
    },
  ])
  await form.description.fill("Too late.")
  await form.save.click()
  await expect(toast(page, "The team could not be saved")).toContainText(
    "You don't have permission",
  )
  await expect(form.description).toHaveValue("Too late.")
})
