import sharp from "sharp"
import { beforeAll, expect, test } from "vitest"
import type { BrowserResponse } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import {
  type FullMember,
  MEMBER_COLUMNS_QUERY,
  makeFullMember,
} from "../../support/people/full-member.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import { exportAccount } from "../../support/people/sign-in.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const database = await openTestDatabase()
const { db } = database
startStorage()

let member: FullMember
let response: BrowserResponse
beforeAll(async () => {
  member = await makeFullMember(database)
  response = await exportAccount(member.browser)
})

/** Section of the export for each column that refers to a member. A new column needs a line in this list. */
const SECTION_BY_COLUMN: Record<string, string> = {
  "user_roles.user_id": "role",
  "sessions.user_id": "sessions",
  "known_devices.user_id": "known_devices",
  "second_factors.user_id": "second_factor",
  "recovery_codes.user_id": "recovery_codes",
  "sign_in_steps.user_id": "sign_in_steps",
  "passkeys.user_id": "passkeys",
  "passkey_challenges.user_id": "not personal: random, and deleted after ten minutes",
  "profiles.user_id": "profile",
  "mails.user_id": "mails",
  "mail_links.user_id": "mail_links",
  "music_likes.user_id": "music_likes",
  "team_members.user_id": "team_memberships",
  "team_join_requests.user_id": "team_join_requests",
  "team_posts.user_id": "team_posts",
  "cheers.user_id": "cheers",
  "comments.user_id": "comments",
  "comments.hidden_by": "not personal: the team or the site",
  "follows.user_id": "follows",
  "notifications.user_id": "notifications",
  "push_subscriptions.user_id": "push_subscriptions",
  "push_quiet_hours.user_id": "push_quiet_hours",
  "notification_preferences.user_id": "notification_preferences",
  "weekly_digests.user_id": "weekly_digests",
  "events.user_id": "events",
  "event_signups.user_id": "event_signups",
  "event_helpers.user_id": "event_helpers",
  "calendar_feeds.user_id": "calendar_feeds",
  "news.author_id": "news",
  "news_revisions.editor_id": "news_revisions",
  "news_grants.user_id": "news_grants",
  "news_drafts.editor_id": "news_drafts",
  "news_presence.user_id": "not personal: which article is open right now",
  "news_previews.opened_by": "not personal: only decides how long a link to a draft works",
  "idea_votes.user_id": "idea_votes",
  "ideas.author_id": "ideas",
  "suggestions.user_id": "suggestions",
  "reports.reporter_id": "reports",
  "report_cases.decided_by": "not personal: the action is in actions_as_administrator",
  "newsletter_issues.begun_by": "not personal: the action is in actions_as_administrator",
  "security_events.user_id": "security_events",
  "audit_log.actor_id": "actions_as_administrator",
  "audit_log.target_id": "actions_of_administrators",
}

const SENDING_COLUMNS = ["last_error", "tries", "next_try_at", "leased_until"]

const EXCLUDED_COLUMNS: Record<string, string[]> = {
  // Left out: a secret, and the text that the search of the admin list uses.
  account: ["password_hash", "listed_text"],
  sessions: ["token_hash"],
  known_devices: ["token_hash"],
  second_factor: ["secret"],
  recovery_codes: ["code_hash"],
  sign_in_steps: ["token_hash"],
  // Left out: technical keys of the authenticator.
  passkeys: ["credential_id", "public_key"],
  mail_links: ["token_hash"],
  calendar_feeds: ["token_hash"],
  push_subscriptions: ["endpoint", "p256dh", "auth"],
  security_events: ["logged", "five_minutes"],
  mails: SENDING_COLUMNS,
  suggestions: SENDING_COLUMNS,
  // Left out: the member's own id, which is in the section `account`.
  role: ["user_id"],
  // Left out: the HTML, which is rendered from the exported content.
  news: ["content_html"],
  ideas: ["search_text"],
  // Left out: data of other members, namely the changed rows and the acting administrator.
  actions_as_administrator: ["before", "after"],
  actions_of_administrators: ["actor_id"],
}

const getSectionRows = (section: string) =>
  [response.json[section] ?? []].flat().map((row) => new Map(Object.entries(row)))

test("every column that refers to a member is exported or listed as not personal", async () => {
  const [columns] = await db.batch([{ text: MEMBER_COLUMNS_QUERY, params: [] }])
  const names = columns.map((row) => String(Object(row).name))
  expect(names.sort()).toEqual(Object.keys(SECTION_BY_COLUMN).sort())
})

/** Each exported section, with the table that its rows come from. */
const exportedSections = Object.entries({ "users.id": "account", ...SECTION_BY_COLUMN })
  .filter(([, section]) => !section.startsWith("not personal: "))
  .map(([column, section]) => [section, column.split(".")[0] ?? ""] as const)

test.each(exportedSections)(
  "the section %s contains all columns of %s that are not excluded",
  async (section, table) => {
    const columns = await db.many<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`
    const expected = columns
      .map(({ name }) => name)
      .filter((name) => !EXCLUDED_COLUMNS[section]?.includes(name))
    expect(expected.length).toBeGreaterThan(0)
    expect(
      getSectionRows(section).length,
      "the full member has rows in every section",
    ).toBeGreaterThan(0)
    for (const row of getSectionRows(section))
      expect([...row.keys()]).toEqual(expect.arrayContaining(expected))
  },
)

test("the export is a download that caches do not store", () => {
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="daina-my-data.json"',
    "cache-control": "private, no-store",
  })
  expect(response.text, "the JSON is indented").toContain("\n  ")
})

test("the export contains its time, the account, and the member's texts and settings", () => {
  const { id, email } = member
  expect(response.json).toMatchObject({
    exported_at: expect.stringMatching(/^\d{4}-/),
    account: { id, email, language: "lv", marketing_consent_at: expect.any(String) },
    role: { role: "super_admin" },
    profile: { display_name: "Mari Maasikas", bio: "Tantsin.", date_of_birth: "2000-02-29" },
    music_likes: [{ item_name: "Unforgiven" }],
    team_memberships: [{ team_name: "Stars", role: "owner" }],
    team_join_requests: [{ team_name: "Moons", message: "Let me in", status: "pending" }],
    follows: [{ country: "lv", team_id: null }],
    idea_votes: [{ idea_title: "Her idea" }],
    ideas: [{ title: "Her idea" }],
    suggestions: [{ title: "A night bus", email: "mari@example.org" }],
    reports: [{ kind: "team", reason: "spam", details: "In Mari's words", status: "open" }],
    reported: [{ kind: "profile", status: "dismissed", reply: null, reasons: ["spam"] }],
    sessions: expect.arrayContaining([expect.objectContaining({ user_agent: "Secret browser/1" })]),
    mails: [{ kind: "verify_email" }],
  })
  const titles = getSectionRows("news").map((row) => row.get("title"))
  expect(titles.sort()).toEqual(["A draft", "By Mari"])
})

test("the export contains the file of the member's picture", async () => {
  const [, base64 = ""] = String(response.json["avatar"]).split("data:image/webp;base64,")
  const { format, width } = await sharp(Buffer.from(base64, "base64")).metadata()
  expect([format, width]).toEqual(["webp", 384])
})

test("the export contains no secrets and no data of other members", async () => {
  const rows = await db.many<{ hash: string; hex: string; base64: string }>`
    select u.password_hash as hash, encode(t.token_hash, 'hex') as hex,
      encode(t.token_hash, 'base64') as base64
    from users u,
      (
        select token_hash from sessions union all select token_hash from mail_links
        union all select token_hash from known_devices
      ) as t
    where u.id = ${member.id}`
  const secrets = rows.flatMap(({ hash, hex, base64 }) => [hash, hex, base64])
  expect(secrets.length).toBeGreaterThan(2)
  const foreignTexts = [...Object.values(member.others), "Team mate", "by her mate"]
  const session = member.browser.cookies.get("daina_session") ?? ""
  for (const secret of [...secrets, ...foreignTexts, session])
    expect(response.text).not.toContain(secret)
  expect(response.text).not.toMatch(/password_hash|token_hash|argon2/)
})

test("a new member's export has only the account", async () => {
  const { id, browser } = await makeMember(db)
  const { json } = await exportAccount(browser)
  expect(json).toMatchObject({ account: { id }, role: null, profile: null, avatar: null })
  const sections = ["mails", "music_likes", "team_posts", "events", "news", "reports", "reported"]
  for (const section of sections) expect(json[section], section).toEqual([])
})

test("a report about a member is in the member's export only after an email about the decision", async () => {
  const { id, browser } = await makeMember(db, { displayName: "Reported" })
  const exportReported = async () => (await exportAccount(browser)).json["reported"]
  const { id: caseId } = await makeCase(db, "profile", id, { reason: "child_danger" })
  await db.one`update report_cases set status = 'dismissed', decided_at = now() where id = ${caseId}`
  expect(await exportReported()).toEqual([])
  await db.one`update report_cases set status = 'hidden', reply = 'Thanks.' where id = ${caseId}`
  expect(await exportReported()).toEqual([])
  await db.one`
    update report_cases set owner_informed_at = now(), owner_reply = 'Our rules.' where id = ${caseId}`
  expect(await exportReported()).toMatchObject([
    { status: "hidden", reply: "Our rules.", reasons: null },
  ])
})
