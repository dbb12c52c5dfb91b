import { createHash } from "node:crypto"
import { openSetupLink } from "../../../db/queries/accounts/roles.ts"
import { connectToDatabase } from "../database.ts"
import { createEmail } from "../people.ts"
import { fillSignUp } from "../screens.ts"
import { expect, test } from "../test.ts"

const TOKEN = "s".repeat(43)
const SETUP_LINK = `/register#setup=${TOKEN}`
const USED_LINK_MESSAGE = "This setup link has been used or has expired"

test.use({ viewport: { width: 390, height: 700 }, expectedErrors: /status of 410/ })

test("the setup link of a new site creates a super admin, and a second use is refused", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  await openSetupLink(db, createHash("sha256").update(TOKEN).digest("hex"))
  const email = createEmail()
  await page.goto(SETUP_LINK)
  await expect(page.getByRole("heading", { name: "Become the super admin" })).toBeVisible()
  await expect(page, "the token is removed from the URL").toHaveURL("/register")
  await expect(page.getByRole("link", { name: "Continue with Google" })).toHaveCount(0)
  await (await fillSignUp(page, email)).submit.click()
  await expect(page).toHaveURL("/admin")
  await expect(page.getByText("Super Admin Panel")).toBeVisible()
  // This text replaces the request to confirm the email address, because a new site may have no mail server.
  await expect(page.getByText("You run this site now")).toBeVisible()

  const visitor = await otherPages.openBrowser()
  await visitor.setViewportSize({ width: 390, height: 700 })
  await visitor.goto(SETUP_LINK)
  const secondEmail = createEmail()
  const secondForm = await fillSignUp(visitor, secondEmail)
  await secondForm.submit.click()
  await expect(visitor.getByText(USED_LINK_MESSAGE)).toBeInViewport()
  await expect(secondForm.email).toHaveValue(secondEmail)
  await expect(secondForm.password).toHaveValue("lightstick")
  await expect(secondForm.terms).toBeChecked()

  await db.one`delete from users where email = ${email}`
})
