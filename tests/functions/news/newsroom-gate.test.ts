/** Tests the rights of the newsroom's roles. A publisher is a translator who may publish translations. */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import {
  ADMIN_ROUTES,
  callAdmin,
  makeScene,
  readUpdatedAt,
  type Scene,
} from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import {
  EDITOR,
  makePublishingTranslatorGrant,
  makeTranslatorGrant,
  makeWriter,
} from "../../support/people/newsroom.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
startStorage()
startMailbox()
startBuildHook()

/** A status, or the status and code of a refusal. */
type Outcome = number | [status: number, code: string]

const FORBIDDEN: Outcome = [403, "forbidden"]
const NOT_FOUND: Outcome = [404, "not_found"]
const SIGN_IN: Outcome = [401, "sign_in_required"]

vi.stubEnv("SITE_URL", "http://daina.test")
const browsers = {
  "anonymous visitor": openBrowser(),
  member: (await makeMember(db)).browser,
  "Russian publisher": (await makeWriter(db, makePublishingTranslatorGrant(["ru"]))).browser,
  "Latvian translator": (await makeWriter(db, makeTranslatorGrant(["lv"]))).browser,
  "Latvian publisher": (await makeWriter(db, makePublishingTranslatorGrant(["lv"]))).browser,
  editor: (await makeWriter(db, EDITOR)).browser,
  "super admin": (await makeMember(db, { role: "super_admin" })).browser,
}
type Caller = keyof typeof browsers
const CALLERS = Object.keys(browsers) as Caller[]

/** Returns rows and numbers of rows that a successful call changes. */
const readContent = () => db.one`
  select
    (select jsonb_agg(n order by id) from news n) as news,
    (select jsonb_agg(d order by id) from news_drafts d) as drafts,
    (select jsonb_agg(p order by article_id) from news_previews p) as previews,
    (select jsonb_agg(g order by user_id) from news_grants g) as grants,
    (select count(*) from newsletter_issues) as issues,
    (select version from content_state) as version`

describe("an original", () => {
  /** Routes that translators may call for an original. */
  const FOR_TRANSLATORS = [
    "GET /api/admin/build",
    "GET /api/admin/news",
    "GET /api/admin/news/counts",
    "GET /api/admin/news/drafts",
    "GET /api/admin/news/:article",
    "GET /api/admin/news/:article/revisions",
    "GET /api/admin/news/:article/revisions/:revision",
    "PUT /api/admin/news/:article/presence",
    "POST /api/uploads/news-images",
  ]
  /** Routes that translators may call for an original although the call reads and changes nothing. */
  const WITHOUT_EFFECT: Record<string, Outcome> = {
    "GET /api/admin/news/:article/draft": NOT_FOUND,
    "DELETE /api/admin/news/:article/draft": 204,
    "GET /api/admin/news/:article/preview": 200,
    "DELETE /api/admin/news/:article/preview": 204,
  }
  const TOKEN = "token-of-the-original"
  const routes = ADMIN_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route }))

  /** Returns the expected refusal of a call; null if the caller may call the route. */
  function getRefusal(name: string, caller: Caller): Outcome | null {
    const isNewsRoute = /admin\/news|news-images|admin\/build/.test(name)
    if (caller === "super admin" || (isNewsRoute && caller === "editor")) return null
    if (caller === "anonymous visitor") return SIGN_IN
    if (caller === "member" || !isNewsRoute) return FORBIDDEN
    if (FOR_TRANSLATORS.includes(name)) return null
    if (name === "POST /api/admin/build" && caller.endsWith("publisher")) return null
    return WITHOUT_EFFECT[name] ?? FORBIDDEN
  }

  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene(db)
    await db.one`
      insert into news_previews (article_id, token_hash)
      values (${scene.article}, sha256(${TOKEN}::bytea))`
  })

  /** Returns who tries a route: all callers for one route; for the other routes, callers with almost enough rights. */
  const listCallers = (name: string): readonly Caller[] => {
    if (name === "GET /api/admin/news") return CALLERS
    return /admin\/news|news-images|admin\/build/.test(name)
      ? ["member", "Latvian translator", "Latvian publisher"]
      : ["editor"]
  }

  test.each(routes)(
    "$name with an original is refused or has no effect without the right",
    async ({ name, route }) => {
      const before = await readContent()
      for (const caller of listCallers(name)) {
        const refusal = getRefusal(name, caller)
        if (!refusal) continue
        const response = await callAdmin(db, browsers[caller], route, scene)
        const actualOutcome =
          typeof refusal === "number" ? response.status : getStatusAndCode(response)
        expect(actualOutcome, caller).toEqual(refusal)
        expect(response.text, caller).not.toContain(TOKEN)
      }
      expect(await readContent()).toEqual(before)
    },
  )

  const allowedCalls = routes.flatMap(({ name, route }) =>
    (["Latvian translator", "Latvian publisher", "editor"] as const)
      .filter((caller) => !getRefusal(name, caller))
      .map((caller) => ({ name, route, caller })),
  )
  test.each(allowedCalls)(
    "$name with an original is allowed for the role: $caller",
    async ({ route, caller }) => {
      const response = await callAdmin(db, browsers[caller], route, await makeScene(db))
      expect(getStatusAndCode(response)).toEqual([route.status, undefined])
    },
  )
})

describe("a translation into Latvian", () => {
  const text = { title: "Nakts", excerpt: null, content: "Teksts.", language: "lv" }
  const makeDraft = (language: string) => (scene: TranslationScene) => {
    const form = { title: "Nakts" }
    return { original_id: scene.original, language, form, based_on: null, version: 1 }
  }
  interface TranslationScene {
    original: string
    /** Id of another article, which has no translation. */
    untranslated: string
    /** Id of the Latvian translation of the original. */
    lv: string
    updated_at: string
  }
  async function makeTranslationScene(): Promise<TranslationScene> {
    const [original, untranslated] = [(await makeArticle(db)).id, (await makeArticle(db)).id]
    const { id: lv } = await makeTranslation(db, { id: original }, "lv", { published: false })
    await db.one`
      insert into news_drafts (id, original_id, language, form) values (${lv}, ${original}, 'lv', '{}')`
    await db.one`
      insert into news_previews (article_id, token_hash)
      values (${lv}, sha256(${`token-of-${lv}`}::bytea))`
    return { original, untranslated, lv, updated_at: await readUpdatedAt(db, lv) }
  }

  const makeEditBody =
    (changes: object) =>
    ({ updated_at }: TranslationScene) => ({ ...changes, updated_at })
  const makeNewTranslationBody =
    (changes: object) =>
    ({ untranslated }: TranslationScene) => ({ ...text, ...changes, original_id: untranslated })
  const publish_at = "2050-01-01T10:00:00.000Z"
  /** A case of the table. In a path, `:lv` stands for the id of the Latvian translation. */
  type Row = [
    ...[action: string, caller: Caller, outcome: Outcome, method: string, path: string],
    body?: (scene: TranslationScene) => object,
  ]
  const russianPublisher = "Russian publisher"
  const latvianTranslator = "Latvian translator"
  const latvianPublisher = "Latvian publisher"
  const makeHideBody = ({ lv }: TranslationScene) => ({ ids: [lv], action: "hide" })
  const makeFirstDraft = (scene: TranslationScene) => {
    return { ...makeDraft("lv")(scene), original_id: scene.untranslated, version: 0 }
  }
  const makeIssueBody = () => ({ for_all: true })
  const rows: Row[] = [
    ["read the translation", russianPublisher, NOT_FOUND, "GET", "/:lv"],
    ["read its revisions", russianPublisher, NOT_FOUND, "GET", "/:lv/revisions"],
    ["add the translation", russianPublisher, FORBIDDEN, "POST", "", makeNewTranslationBody({})],
    [
      "add the translation published",
      latvianTranslator,
      FORBIDDEN,
      "POST",
      "",
      makeNewTranslationBody({ is_published: true }),
    ],
    [
      "add the translation planned",
      latvianTranslator,
      FORBIDDEN,
      "POST",
      "",
      makeNewTranslationBody({ publish_at }),
    ],
    [
      "change the translation",
      russianPublisher,
      NOT_FOUND,
      "PATCH",
      "/:lv",
      makeEditBody({ title: "Cits" }),
    ],
    [
      "publish the translation",
      latvianTranslator,
      FORBIDDEN,
      "PATCH",
      "/:lv",
      makeEditBody({ is_published: true }),
    ],
    [
      "plan the translation",
      latvianTranslator,
      FORBIDDEN,
      "PATCH",
      "/:lv",
      makeEditBody({ is_published: false, publish_at }),
    ],
    ["delete the translation", latvianPublisher, FORBIDDEN, "DELETE", "/:lv"],
    [
      "hide the translation by a bulk action",
      latvianPublisher,
      FORBIDDEN,
      "POST",
      "/action",
      makeHideBody,
    ],
    [
      "start a draft of the translation",
      russianPublisher,
      FORBIDDEN,
      "PUT",
      `/${randomUUID()}/draft`,
      makeFirstDraft,
    ],
    ["read its draft", russianPublisher, NOT_FOUND, "GET", "/:lv/draft"],
    ["change its draft", russianPublisher, FORBIDDEN, "PUT", "/:lv/draft", makeDraft("lv")],
    [
      "store its draft in another language",
      "editor",
      FORBIDDEN,
      "PUT",
      "/:lv/draft",
      makeDraft("ru"),
    ],
    ["discard its draft", russianPublisher, 204, "DELETE", "/:lv/draft?version=9"],
    ["read the number of its links", russianPublisher, 200, "GET", "/:lv/preview"],
    [
      "create a link to the translation",
      russianPublisher,
      NOT_FOUND,
      "PUT",
      "/:lv/preview",
      () => ({}),
    ],
    ["revoke its links", russianPublisher, 204, "DELETE", "/:lv/preview"],
    [
      "send the translation as a newsletter",
      latvianPublisher,
      FORBIDDEN,
      "POST",
      "/:lv/newsletter",
      makeIssueBody,
    ],
  ]

  test.each(rows)(
    "a request to %s is refused or has no effect (role: %s)",
    async (_action, caller, outcome, method, path, body) => {
      const scene = await makeTranslationScene()
      const before = await readContent()
      const url = `/api/admin/news${path.replace(":lv", scene.lv)}`
      const response = await browsers[caller].send(method, url, body?.(scene))
      const actualOutcome =
        typeof outcome === "number" ? response.status : getStatusAndCode(response)
      expect(actualOutcome, response.text).toEqual(outcome)
      expect(await readContent()).toEqual(before)
      expect(response.text).not.toContain("token-of")
    },
  )
})
