import pg from "pg"
import { describe, expect, test } from "vitest"
import { connect } from "../../db/client.ts"
import { content } from "../../src/content/content.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeArticle, makeUser } from "../support/factories.ts"
import {
  callFunctions,
  hashTables,
  makePrivateScene,
  PRIVATE_WORDS,
  readTables,
  writeTables,
} from "../support/people/stolen-role.ts"
import { makeEvent, makePost, makeTeam } from "../support/people/teams.ts"

const { db, buildUrl } = await openTestDatabase()
const build = connect(buildUrl)

process.env.DATABASE_URL = buildUrl
const superAdmin = await makeUser(db, { role: "super_admin" })
const member = await makeUser(db, { displayName: "Mari" })
/** Members that an attacker with the password of the build role could claim to be. */
const viewers = [superAdmin, member].map(({ id }) => ({ userId: id }))
await makeArticle(db, { slug: "published" })
await makeArticle(db, { slug: "draft", published: false })
const visibleTeam = await makeTeam(db, { [member.id]: "owner" }, { slug: "open" })
const hiddenTeam = await makeTeam(db, { [member.id]: "owner" }, { slug: "hidden" })
for (const team of [visibleTeam, hiddenTeam]) {
  await makePost(db, team.id, member.id, { title: `Post of ${team.slug}` })
  await makeEvent(db, team.id, { title: `Event of ${team.slug}` })
}
await db.one`update teams set hidden_at = now() where id = ${hiddenTeam.id}`

test("the build role reads the content of all pages", async () => {
  const namesOfFunctionsWithoutList = [
    "version",
    "allArticles",
    "linkCards",
    "chartSource",
    "chartWeek",
    "cheerCounts",
    "commentCounts",
    "followerCounts",
    "pictures",
    "sharePictures",
  ]
  const lists = Object.entries(content).filter(
    ([name]) => !namesOfFunctionsWithoutList.includes(name),
  )
  expect(await content.version()).toBeGreaterThan(0)
  for (const [name, readList] of lists) {
    const list = await readList("en")
    expect(Array.isArray(list) || list instanceof Map, name).toBe(true)
  }
  expect((await content.followerCounts()).get("lv")).toBe(0)
  expect((await content.articles("en")).map(({ slug }) => slug)).toEqual(["published"])
  expect((await content.teams()).map(({ slug }) => slug)).toEqual(["open"])
  expect((await content.blogPosts()).map(({ title }) => title)).toEqual(["Post of open"])
  expect((await content.publicEvents()).map(({ title }) => title)).toEqual(["Event of open"])
})

test("the build role cannot act as a member, whichever member it claims to be", async () => {
  for (const viewer of viewers) {
    const claimedViewer = build.as(viewer)
    expect(
      await claimedViewer.one`select current_viewer() as viewer, is_super_admin() as is_super`,
    ).toEqual({
      viewer: null,
      is_super: false,
    })
    expect(await claimedViewer.many`select slug from news`).toEqual([{ slug: "published" }])
    expect(await claimedViewer.many`select slug from teams`).toEqual([{ slug: "open" }])
    expect(await claimedViewer.many`select title from team_posts`).toEqual([
      { title: "Post of open" },
    ])
    expect(await claimedViewer.many`select title from events`).toEqual([{ title: "Event of open" }])
  }
  await expect(build.as(null).many`set role daina_app`).rejects.toThrow(/permission denied/)
  await expect(build.as(null).many`set session authorization daina_app`).rejects.toThrow(
    /permission denied/,
  )
})

describe("the build role may not", () => {
  test.each([
    ["read email addresses", "select email from users"],
    ["read the authors of ideas", "select author_id from ideas"],
    ["read sign-ups", "select user_id from event_signups"],
    ["list attendees", "select * from list_visible_attendees(gen_random_uuid())"],
    ["lease emails", "select * from lease_mails(1)"],
    ["publish", "update news set is_published = true"],
    ["create a table", "create table mine (id int)"],
  ])("%s", async (_, text) => {
    for (const viewer of [null, ...viewers]) {
      await expect(build.as(viewer).batch([{ text, params: [] }])).rejects.toThrow(
        /permission denied/,
      )
    }
  })
})

test("the build role gets no private data from tables or functions, and changes no table", async () => {
  const { email, ...ids } = await makePrivateScene(db)
  const client = new pg.Client(buildUrl)
  await client.connect()
  try {
    const before = await hashTables(db)
    const results = [
      ...(await readTables(client, db)),
      ...(await callFunctions(client, db, {
        ids: Object.values(ids).map((id) => id ?? ""),
        texts: [email, "member"],
      })),
    ]
    expect(results.length).toBeGreaterThan(30)
    for (const { name, result } of results) expect(result, name).not.toContain(PRIVATE_WORDS)
    expect(await writeTables(client, db)).toEqual([])
    expect(await hashTables(db)).toEqual(before)
  } finally {
    await client.end()
  }
})

test("the build role has exactly the listed rights", async () => {
  const rights = await db.many<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and has_function_privilege('daina_build', p.oid, 'execute')
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
      )
    union all
    select c.relname || ' ' || kind from pg_class c,
      unnest(array['select', 'insert', 'update', 'references']) as kind
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
      and has_any_column_privilege('daina_build', c.oid, kind)
    union all
    select c.relname || ' delete' from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and has_table_privilege('daina_build', c.oid, 'delete, truncate, trigger')
    order by 1`
  expect(rights.map(({ name }) => name)).toEqual(
    [
      ...["content_state", "news", "teams", "team_posts", "events", "ideas"].map(
        (table) => `${table} select`,
      ),
      "event_series select",
      ...["catalogue_items select", "team_former_slugs select"],
      ...[
        "list_visible_news",
        "list_visible_team_posts",
        "list_visible_events",
        "get_idea_vote_summary",
      ],
      ...["count_team_members", "list_team_members", "get_name_for_viewer", "count_cheers"],
      ...[
        "count_team_followers",
        "count_country_followers",
        "count_public_comments",
        "list_cheer_counts",
      ],
      ...["artists", "artist_keys", "catalogue_credits", "releases"].map(
        (table) => `${table} select`,
      ),
      ...["count_artist_followers", "count_artist_fans"],
      ...["list_baltic_top", "get_chart_week", "count_item_likes"],
      // Row-level security policies call these functions.
      ...["current_viewer", "is_super_admin", "list_own_team_ids", "list_hidden_team_ids"],
    ].sort(),
  )
})
