import type { Page } from "@playwright/test"
import { LOCALES, type Locale } from "../../src/i18n/locales.ts"

// Slugs of demo content.
export const ARTICLE_SLUG = "vilnius-crew-league"
export const EVENT_SLUG = "baltic-cover-cup-the-final"
export const TEAM_SLUG = "rigas-zvaigznes"

/** Pages in the sitemap, with one example each of articles, events, teams and countries. */
export const PUBLIC_PAGES = [
  ...["/", "/music", "/news", `/news/${ARTICLE_SLUG}`, "/calendar", `/events/${EVENT_SLUG}`],
  ...["/teams", `/teams/${TEAM_SLUG}`, "/estonia", "/shop"],
  ...["/about", "/how-it-works", "/faq", "/privacy", "/terms", "/suggest-idea"],
]

/** Pages that are not in the sitemap, among them pages of unknown content. */
export const HIDDEN_PAGES = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/debug-role",
  "/offline",
  "/members/00000000-0000-4000-8000-000000000000",
  "/nowhere",
  "/news/nowhere",
  "/news/preview",
  "/teams/nowhere",
  "/events/nowhere",
]

export const localizePath = (locale: Locale, path: string): string =>
  locale === "en" ? path : `/${locale}${path === "/" ? "" : path}`

/** Returns each path in each language. `localPath` has the prefix of the language. */
export const localizePaths = (
  paths: string[],
): { locale: Locale; path: string; localPath: string }[] =>
  LOCALES.flatMap((locale) =>
    paths.map((path) => ({ locale, path, localPath: localizePath(locale, path) })),
  )

export async function fetchAnonymously(page: Page, path: string) {
  const response = await page.request.get(path, { headers: { cookie: "" } })
  return { status: response.status(), text: await response.text() }
}
