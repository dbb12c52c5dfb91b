import { expect, test } from "vitest"
import {
  beginBuild,
  endBuild,
  failRunningBuilds,
  getBuildState,
  recordBuildProgress,
  recordFailedPages,
} from "../../db/queries/builds.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import { getProgress } from "../../src/features/admin/publishing/build-progress.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeArticle, makeUser } from "../support/factories.ts"
import { addMember, makeTeam } from "../support/people/teams.ts"

const { db, app, auth } = await openTestDatabase()
const builder = auth.as(null)
const { id: userId } = await makeUser(db, { role: "super_admin" })
const superAdmin = app.as({ userId })

/** Minimum time between two builds. With 0, a build is due as soon as content has changed. */
const SPACING_SECONDS = 0

const FAILED_RESULT = { status: "failed", pages: null, error: "disk full", retryMs: 5_000 } as const

async function measureVersionRaise(change: () => Promise<unknown>): Promise<number> {
  const before = await getContentVersion(db)
  await change()
  return (await getContentVersion(db)) - before
}

test("only changes that readers can see raise the content version", async () => {
  const draft = await makeArticle(db, { published: false })
  const published = await makeArticle(db)
  expect(await measureVersionRaise(() => makeArticle(db, { published: false }))).toBe(0)
  expect(await measureVersionRaise(() => makeArticle(db))).toBe(1)
  expect(
    await measureVersionRaise(() => db.one`update news set title = 'x' where id = ${draft.id}`),
  ).toBe(0)
  expect(
    await measureVersionRaise(() => db.one`update news set title = 'x' where id = ${published.id}`),
  ).toBe(1)
  expect(
    await measureVersionRaise(
      () => db.one`update news set is_published = false where id = ${published.id}`,
    ),
  ).toBe(1)
  expect(await measureVersionRaise(() => db.one`delete from news where id = ${draft.id}`)).toBe(0)
})

test("the content version rises if the name of a published article's author changes or is hidden", async () => {
  const { id } = await makeUser(db)
  const { id: draftAuthor } = await makeUser(db)
  await makeArticle(db, { authorId: id })
  await makeArticle(db, { authorId: draftAuthor, published: false })
  const measureNewProfile = (member: string) =>
    measureVersionRaise(
      () => db.one`insert into profiles (user_id, display_name) values (${member}, 'Mari')`,
    )
  const measureChange = (
    column: "display_name" | "bio" | "hidden_at",
    value: string,
    member = id,
  ) =>
    measureVersionRaise(() =>
      db.batch([
        {
          text: `update profiles set ${column} = $1 where user_id = $2`,
          params: [value, member],
        },
      ]),
    )
  expect([await measureNewProfile(id), await measureNewProfile(draftAuthor)]).toEqual([1, 0])
  expect(await measureChange("display_name", "Mari M")).toBe(1)
  expect(await measureChange("display_name", "Mari M")).toBe(0)
  expect(await measureChange("bio", "New")).toBe(0)
  expect(await measureChange("hidden_at", "2026-01-01")).toBe(1)
  expect(await measureChange("display_name", "Reader", draftAuthor)).toBe(0)
  expect(await measureChange("hidden_at", "2026-01-01", draftAuthor)).toBe(0)
})

test("the content version rises if memberships, or names or pictures of team members, change", async () => {
  const member = await makeUser(db, { displayName: "Anna" })
  const teamOwner = await makeUser(db, { displayName: "Boss" })
  const team = await makeTeam(db, { [teamOwner.id]: "owner" })
  const measureProfileChange = (change: string) =>
    measureVersionRaise(() =>
      db.batch([{ text: `update profiles set ${change} where user_id = $1`, params: [member.id] }]),
    )
  const url = `/uploads/avatars/${member.id}/avatar-1-${"0".repeat(32)}.webp`
  expect(await measureProfileChange(`avatar_url = '${url}'`)).toBe(0)
  expect(await measureVersionRaise(() => addMember(db, team.id, member.id, "member"))).toBe(1)
  const changeRole = () =>
    db.one`update team_members set role = 'admin' where user_id = ${member.id}`
  expect(await measureVersionRaise(changeRole)).toBe(1)
  expect(await measureProfileChange("display_name = 'Beata'")).toBe(1)
  expect(await measureProfileChange("avatar_url = null")).toBe(1)
  expect(await measureProfileChange(`privacy_settings = '{"show_avatar": false}'`)).toBe(1)
  expect(await measureProfileChange("hidden_at = now()")).toBe(1)
  expect(await measureProfileChange("bio = 'New'")).toBe(0)
  expect(await measureVersionRaise(() => db.one`delete from users where id = ${member.id}`)).toBe(1)
})

test("20 concurrent publications raise the content version by 20", async () => {
  const publishArticles = () => Promise.all(Array.from({ length: 20 }, () => makeArticle(db)))
  expect(await measureVersionRaise(publishArticles)).toBe(20)
})

test("daina_auth records builds, and super admins can read the record, but visitors cannot", async () => {
  const id = await beginBuild(builder, 7)
  await recordBuildProgress(builder, id, { phase: "rendering", pages: 12 })
  expect((await getBuildState(superAdmin, SPACING_SECONDS)).build).toMatchObject({
    id,
    content_version: 7,
    status: "running",
    phase: "rendering",
    pages: 12,
  })
  await endBuild(builder, id, FAILED_RESULT)
  await endBuild(builder, id, { status: "succeeded", pages: 3, error: null, retryMs: null })
  expect(
    (await getBuildState(superAdmin, SPACING_SECONDS)).build,
    "a second end of the same build is not recorded",
  ).toMatchObject({ status: "failed", error: "disk full" })
  const buildForVisitor = (await getBuildState(app.as(null), SPACING_SECONDS)).build
  expect(buildForVisitor).toBeNull()
})

test("a build fails when the next build begins before its end", async () => {
  const id = await beginBuild(builder, 1)
  await beginBuild(builder, 7)
  expect(await db.value`select status from builds where id = ${id}`).toBe("failed")
})

test("a build whose process was killed is due again", async () => {
  const version = (await getContentVersion(db)) + 1
  await beginBuild(builder, version)
  await failRunningBuilds(builder)
  const { build, due_at } = await getBuildState(superAdmin, SPACING_SECONDS)
  expect(build).toMatchObject({ status: "failed", retry_at: expect.any(String) })
  expect(getProgress(version, version - 1, build, due_at).status).toBe("waiting")
  expect(getProgress(version, version, build, due_at).status).toBe("live")
  const due = await db.value<boolean>`select get_next_build_time('0') <= now()`
  expect(due).toBe(true)
})

test("failed pages keep the time of their first failure until they are rendered", async () => {
  const buildWithFailedPages = async (...paths: string[]) => {
    const id = await beginBuild(builder, 7)
    const failed = { count: paths.length, pages: paths.map((path) => ({ path, reason: "odd" })) }
    await recordFailedPages(builder, id, failed)
    // Each of the two rendering passes of a build reports its failed pages.
    await recordFailedPages(builder, id, failed)
    return getBuildState(superAdmin, SPACING_SECONDS)
  }
  const [first] = (await buildWithFailedPages("/lv/news/a")).failed_pages
  expect(first).toMatchObject({ path: "/lv/news/a", reason: "odd" })
  expect(Date.parse(first?.since ?? "")).toBeGreaterThan(Date.now() - 60_000)
  const unfinishedId = await beginBuild(builder, 7)
  expect(
    (await getBuildState(superAdmin, SPACING_SECONDS)).failed_count,
    "during the next build, the record still has the failed pages of the last build",
  ).toBe(1)
  await endBuild(builder, unfinishedId, FAILED_RESULT)
  const { failed_count, failed_pages } = await buildWithFailedPages("/events/b", "/lv/news/a")
  expect(failed_count).toBe(2)
  expect(failed_pages[1]).toEqual(first)
  expect(failed_pages[0]?.since).not.toBe(first?.since)
  const stateForVisitor = await getBuildState(app.as(null), SPACING_SECONDS)
  expect(stateForVisitor.failed_pages, "for an anonymous visitor").toEqual([])
  const { id: editor } = await makeUser(db)
  await db.one`insert into news_grants (user_id, kind) values (${editor}, 'editor')`
  const stateForEditor = await getBuildState(app.as({ userId: editor }), SPACING_SECONDS)
  expect(stateForEditor.failed_pages, "for an editor").toHaveLength(2)
  expect(await buildWithFailedPages()).toMatchObject({ failed_count: 0, failed_pages: [] })
})

test("a build's record has the first hundred failed pages, and 300 characters of each reason", async () => {
  const pages = Array.from({ length: 130 }, (_, n) => ({ path: `/${n}`, reason: "x".repeat(999) }))
  const id = await beginBuild(builder, 7)
  await recordFailedPages(builder, id, { count: 4_000, pages })
  const { failed_count, failed_pages } = await getBuildState(superAdmin, SPACING_SECONDS)
  expect(failed_count).toBe(4_000)
  expect(failed_pages).toHaveLength(100)
  expect(failed_pages.at(-1)).toMatchObject({ path: "/99", reason: "x".repeat(300) })
})
