/** Signing up in another language than English, including the email. */
import { readFileSync } from "node:fs"
import { flatten, translator } from "../../../src/i18n/translate.ts"
import { mailTo } from "../mails.ts"
import { pathIn } from "../pages.ts"
import { newEmail } from "../people.ts"
import { expectView, inHeader } from "../screens.ts"
import { expect, test } from "../test.ts"

const messages = ["account", "common", "errors", "mails"].map((name) =>
  flatten(name, JSON.parse(readFileSync(`public/locales/ru/${name}.json`, "utf8"))),
)
const t = translator("ru", Object.assign({}, ...messages))

test("sign-up, email and confirmation page are in Russian", { tag: "@all" }, async ({ page }) => {
  const email = newEmail()
  await page.goto(pathIn("ru", "/register"))
  const submit = page.getByRole("button", { name: t("account:register.submit") })
  await submit.click()
  await expect(page.getByText(t("errors:problems.credentials_required"))).toBeVisible()
  const password = page.getByLabel(t("account:fields.password"), { exact: true })
  await page.getByLabel(t("account:fields.email"), { exact: true }).fill(email)
  await password.fill("12345")
  await submit.click()
  await expect(page.getByText(t("errors:fields.password_too_short"))).toBeVisible()
  await expect(page.getByText(t("errors:fields.terms_required"))).toBeVisible()
  await password.fill("lightstick")
  await page.getByLabel(t("account:fields.confirmPassword"), { exact: true }).fill("lightstick")
  await page.getByRole("checkbox").first().check()
  await submit.click()
  await expect(page).toHaveURL(pathIn("ru", "/"))
  await expect(page.getByText(t("common:toasts.registered.text"))).toBeVisible()
  await expect(inHeader(page, email)).toBeVisible()

  const mail = await mailTo(email)
  expect(mail.subject).toBe(t("mails:verify_email.subject", { site: "Daina" }))
  expect(new URL(mail.link).pathname).toBe(pathIn("ru", "/verify-email"))
  await page.goto(mail.link)
  await page.getByRole("button", { name: t("account:verify.submit") }).click()
  await expectView(page, t("account:verify.done.title"))
  await expect(page.getByText(t("account:verify.done.lead", { email }))).toBeVisible()
})
