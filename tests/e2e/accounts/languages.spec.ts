/** Becoming a member, and coming back, in each language but English; mails included. */
import type { APIRequestContext, Page } from "@playwright/test"
import type { Locale } from "../../../src/i18n/locales.ts"
import { mailTo } from "../mails.ts"
import { on } from "../pages.ts"
import { join, newEmail } from "../people.ts"
import { expectView, inHeader } from "../screens.ts"
import { expect, test } from "../test.ts"
import { textsOf } from "./texts.ts"

const SITE = { site: "Daina" }

function expectMail(
  mail: { subject: string; text: string; html: string; link: string },
  kind: "verify_email" | "reset_password",
  locale: Locale,
): void {
  const t = textsOf(locale)
  expect(mail.subject).toBe(t(`mails:${kind}.subject`, SITE))
  for (const part of ["lead", "button", "life", "unasked"] as const) {
    expect(mail.text).toContain(t(`mails:${kind}.${part}`, SITE))
  }
  expect(mail.html).toContain(`<html lang="${locale}">`)
  expect(mail.html).toContain(t(`mails:${kind}.button`))
}

for (const locale of ["lv", "ru"] as const) {
  test(`${locale}: signing up, the mail and its link`, async ({ page, request }) => {
    const t = textsOf(locale)
    const email = newEmail()
    await page.goto(on(locale, "/register"))
    const submit = page.getByRole("button", { name: t("account:register.submit") })
    await submit.click()
    await expect(page.getByText(t("errors:problems.credentials_required"))).toBeVisible()
    await page.getByLabel(t("account:fields.email"), { exact: true }).fill(email)
    await page.getByLabel(t("account:fields.password"), { exact: true }).fill("12345")
    await page.getByLabel(t("account:fields.confirmPassword"), { exact: true }).fill("lightstick")
    await submit.click()
    await expect(page.getByText(t("errors:fields.password_too_short"))).toBeVisible()
    await expect(page.getByText(t("errors:fields.passwords_differ"))).toBeVisible()
    await expect(page.getByText(t("errors:fields.terms_required"))).toBeVisible()
    await page.getByLabel(t("account:fields.password"), { exact: true }).fill("lightstick")
    await page.getByRole("checkbox").first().check()
    await submit.click()
    await expect(page).toHaveURL(on(locale, "/"))
    await expect(page.getByText(t("common:toasts.registered.title"))).toBeVisible()
    await expect(page.getByText(t("common:toasts.registered.text"))).toBeVisible()
    await expect(inHeader(page, email)).toBeVisible()

    const mail = await mailTo(request, email)
    expectMail(mail, "verify_email", locale)
    expect(new URL(mail.link).pathname).toBe(on(locale, "/verify-email"))
    await page.goto(mail.link)
    await page.getByRole("button", { name: t("account:verify.submit") }).click()
    await expectView(page, t("account:verify.done.title"))
    await expect(page.getByText(t("account:verify.done.lead", { email }))).toBeVisible()
  })
}

/** Confirms the address by the mailed link, without a screen. */
async function confirm(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const { link } = await mailTo(request, email)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token")
  const answer = await page.request.post("/api/auth/verify-email", { data: { token } })
  expect(answer.status()).toBe(200)
}

for (const locale of ["et", "lt"] as const) {
  test(`${locale}: a new password, by a mail that greets by name who is confirmed`, async ({
    page,
    request,
  }) => {
    const t = textsOf(locale)
    const member = await join(page, { language: locale, profile: {} })
    await confirm(page, request, member.email)
    await page.context().clearCookies()
    await page.goto(on(locale, "/login"))
    await page.getByRole("link", { name: t("account:login.forgot") }).click()
    await page.getByLabel(t("account:fields.email"), { exact: true }).fill(member.email)
    await page.getByRole("button", { name: t("account:forgot.submit") }).click()
    await expectView(page, t("account:forgot.sent.title"))

    const mail = await mailTo(
      request,
      member.email,
      new RegExp(t("mails:reset_password.subject", SITE)),
    )
    expectMail(mail, "reset_password", locale)
    expect(mail.text).toContain(t("mails:hello", { name: "Mari Kask" }))
    await page.goto(mail.link)
    await page.getByLabel(t("account:fields.newPassword"), { exact: true }).fill("encore-encore")
    await page
      .getByLabel(t("account:fields.confirmNewPassword"), { exact: true })
      .fill("encore-encore")
    await page.getByRole("button", { name: t("account:reset.submit") }).click()
    await expect(page).toHaveURL(on(locale, "/login"))
    await expect(page.getByText(t("account:reset.done.text"))).toBeVisible()

    await page.getByLabel(t("account:fields.email"), { exact: true }).fill(member.email)
    await page.getByLabel(t("account:fields.password"), { exact: true }).fill("encore-encore")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(on(locale, "/"))
    await expect(page.getByText(t("common:toasts.welcomeBack.title"))).toBeVisible()
    await expect(page.getByText(t("common:toasts.welcomeBack.text"))).toBeVisible()
  })
}
