import { openTestDatabase } from "../support/database.ts"
import { makeArticle, makeTranslation, makeUser } from "../support/factories.ts"
import {
  EDITOR,
  giveGrant,
  makePublishingTranslatorGrant,
  makeTranslatorGrant,
} from "../support/people/newsroom.ts"
import { DENIED, expectSameOutcomes, type Outcome, testRights } from "../support/people/rights.ts"

const database = await openTestDatabase()
const { db } = database
const VIEWER_KINDS = [
  "anonymous",
  "member",
  "blocked editor",
  "Russian translator",
  "Latvian translator",
  "Latvian translator who publishes",
  "editor",
  "super admin",
] as const
type ViewerKind = (typeof VIEWER_KINDS)[number]
const ids: Partial<Record<ViewerKind, string>> = {}

const makeWriter = async (viewerKind: ViewerKind, grant = EDITOR) => {
  const { id } = await makeUser(db, { displayName: viewerKind })
  await giveGrant(db, id, grant)
  ids[viewerKind] = id
}
ids.member = (await makeUser(db)).id
ids["super admin"] = (await makeUser(db, { role: "super_admin" })).id
await makeWriter("blocked editor")
await db.one`update users set blocked_at = now() where id = ${ids["blocked editor"] ?? ""}`
await makeWriter("Russian translator", makePublishingTranslatorGrant(["ru"]))
await makeWriter("Latvian translator", makeTranslatorGrant(["lv", "et"]))
await makeWriter("Latvian translator who publishes", makePublishingTranslatorGrant(["lv", "et"]))
await makeWriter("editor")
const otherWriter = await makeUser(db, { displayName: "Lina" })
await giveGrant(db, otherWriter.id, makeTranslatorGrant(["lt"]))

const original = (await makeArticle(db)).id
const draft = (await makeArticle(db, { published: false })).id
const untranslated = (await makeArticle(db)).id
const latvianOriginal = (await makeArticle(db, { published: false })).id
const previewedOriginal = (await makeArticle(db, { published: false })).id
await db.one`update news set language = 'lv' where id in (${latvianOriginal}, ${previewedOriginal})`
const { id: latvianDraft } = await makeTranslation(db, { id: original }, "lv", { published: false })
const { id: publishedTranslation } = await makeTranslation(db, await makeArticle(db), "lv")
const { id: scheduledTranslation } = await makeTranslation(db, { id: original }, "et", {
  published: false,
})
await db.one`update news set publish_at = now() + interval '1 day' where id = ${scheduledTranslation}`
await db.one`insert into builds (content_version, status) values (1, 'running')`
const unsavedArticle = crypto.randomUUID()
await db.one`
  insert into news_drafts (id, original_id, language, form)
  values (${unsavedArticle}, null, 'en', '{}'), (${latvianDraft}, ${original}, 'lv', '{}')`
await db.one`insert into news_presence (article_id, user_id) values (${latvianDraft}, ${otherWriter.id})`
await db.one`
  insert into news_previews (article_id, token_hash)
  values (${original}, sha256('token-of-the-original')), (${latvianDraft}, sha256('token-of-the-translation')),
    (${previewedOriginal}, sha256('token-of-the-latvian-original'))`
const people = { otherWriter: otherWriter.id, member: ids.member }
const scene = {
  original,
  draft,
  untranslated,
  latvianOriginal,
  previewedOriginal,
  latvianDraft,
  publishedTranslation,
  scheduledTranslation,
  unsavedArticle,
  ...people,
}

/** Returns outcomes in the order of VIEWER_KINDS. The first three kinds have no rights in the newsroom and are refused. */
const expectForWriters = (
  nonWriter: Outcome,
  russian: Outcome,
  latvian: Outcome,
  publisher: Outcome,
  editor: Outcome,
  superAdmin = editor,
) => [nonWriter, nonWriter, nonWriter, russian, latvian, publisher, editor, superAdmin]
const expectForAll = (outcome: Outcome) =>
  expectForWriters(outcome, outcome, outcome, outcome, outcome)

const insertArticle = (columns: string, values: string) =>
  `insert into news (slug, title, content, content_html, ${columns})
    values ('an-article', 'x', 'x', 'x', ${values}) returning 1`
const insertTranslation = (columns: string, values: string) =>
  `insert into news (slug, title, content, content_html, original_id, translated_from, language, ${columns})
    select slug, 'x', 'x', 'x', id, now(), 'lv', ${values} from news where id = {untranslated} returning 1`
const insertDraft = (id: string, original: string, editor = "current_viewer()") =>
  `insert into news_drafts (id, original_id, language, form, editor_id)
    values (${id}, ${original}, 'lv', '{}', ${editor}) returning 1`
const insertPreview = (id: string) =>
  `insert into news_previews (article_id, token_hash) values (${id}, sha256('x')) returning 1`

// SQLSTATEs.
const CHECK_VIOLATION = "23514"
const UNIQUE_VIOLATION = "23505"

testRights(database, VIEWER_KINDS, (viewerKind) => ({ viewer: ids[viewerKind] ?? null, scene }), [
  ...expectSameOutcomes(expectForAll(DENIED), {
    "call the function that finds an article by its preview link":
      "select from find_previewed_news(sha256('token-of-the-translation'))",
  }),
  ...expectSameOutcomes(expectForAll(1), {
    "read a published article": "select from news where id = {original}",
    "read a published translation": "select from news where id = {publishedTranslation}",
  }),
  ...expectSameOutcomes(expectForWriters(0, 1, 1, 1, 1), {
    "read an original that is a draft": "select from news where id = {draft}",
    "read revisions of an original": "select from news_revisions where news_id = {draft}",
    "see the progress of a build": "select from builds",
    "see who has an article open": "select from news_presence where user_id = {otherWriter}",
    "read the name of another writer":
      "select where get_name_for_newsroom({otherWriter}) is not null",
  }),
  ...expectSameOutcomes(expectForWriters(DENIED, 1, 1, 1, 1), {
    "list articles": "select from list_admin_rows('news', '', null, 'newest', null, null, 1)",
    "store that they have an article open": `insert into news_presence (article_id, user_id)
      values ({original}, current_viewer()) returning 1`,
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, 1, 1, 1), {
    "read a translation that is a draft": "select from news where id = {latvianDraft}",
    "read a scheduled translation": "select from news where id = {scheduledTranslation}",
    "read revisions of a translation": "select from news_revisions where news_id = {latvianDraft}",
    "read the unsaved text of a translation": "select from news_drafts where id = {latvianDraft}",
    "change the unsaved text of a translation":
      "update news_drafts set form = '[]' where id = {latvianDraft} returning 1",
    "discard the unsaved text of a translation":
      "delete from news_drafts where id = {latvianDraft} returning 1",
    "change a translation that is a draft":
      "update news set title = 'x' where id = {latvianDraft} returning 1",
    "see the preview link of a translation":
      "select from news_previews where article_id = {latvianDraft}",
    "revoke the preview link of a translation":
      "delete from news_previews where article_id = {latvianDraft} returning 1",
  }),
  ...expectSameOutcomes(expectForWriters(DENIED, DENIED, 1, 1, 1), {
    "add a translation": insertTranslation("is_published", "false"),
    "begin a translation": insertDraft("gen_random_uuid()", "{untranslated}"),
    "create a preview link of a translation": insertPreview("{scheduledTranslation}"),
  }),
  ...expectSameOutcomes(expectForWriters(DENIED, DENIED, DENIED, 1, 1), {
    "add a published translation": insertTranslation("is_published, published_at", "true, now()"),
    "add a scheduled translation": insertTranslation("publish_at", "now() + interval '1 day'"),
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, DENIED, 1, 1), {
    "publish a translation":
      "update news set is_published = true, published_at = now() where id = {latvianDraft} returning 1",
    "schedule a translation":
      "update news set publish_at = now() where id = {latvianDraft} returning 1",
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, 0, 1, 1), {
    "change a published translation":
      "update news set title = 'x' where id = {publishedTranslation} returning 1",
    "unpublish a translation":
      "update news set is_published = false where id = {publishedTranslation} returning 1",
    "change a scheduled translation":
      "update news set title = 'x' where id = {scheduledTranslation} returning 1",
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, DENIED, DENIED, 1), {
    "change the language of a translation":
      "update news set language = 'lt' where id = {latvianDraft} returning 1",
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, CHECK_VIOLATION, CHECK_VIOLATION, CHECK_VIOLATION), {
    "give a translation another original":
      "update news set original_id = {draft} where id = {latvianDraft} returning 1",
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, 0, 0, 1), {
    "change an original": "update news set title = 'x' where id = {draft} returning 1",
    "publish an original":
      "update news set is_published = true, published_at = now() where id = {draft} returning 1",
    "unpublish an original":
      "update news set is_published = false where id = {original} returning 1",
    "delete an original": "delete from news where id = {draft} returning 1",
    "delete a translation": "delete from news where id = {latvianDraft} returning 1",
    "read the unsaved text of an original": "select from news_drafts where id = {unsavedArticle}",
    "discard the unsaved text of an original":
      "delete from news_drafts where id = {unsavedArticle} returning 1",
    "see the preview link of an original":
      "select from news_previews where article_id = {original}",
    "see the preview link of an original in Latvian":
      "select from news_previews where article_id = {previewedOriginal}",
  }),
  ...expectSameOutcomes(expectForWriters(DENIED, DENIED, DENIED, DENIED, 1), {
    "add an article": insertArticle("language", "'lv'"),
    "begin an article": `insert into news_drafts (id, language, form)
      values (gen_random_uuid(), 'lv', '{}') returning 1`,
    "create a preview link of an original": insertPreview("{draft}"),
    "create a preview link of an original in Latvian": insertPreview("{latvianOriginal}"),
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, 0, 0, 0, 1), {
    "see the grant of another writer": "select from news_grants where user_id = {otherWriter}",
    "extend the grant of another writer":
      "update news_grants set may_publish = true where user_id = {otherWriter} returning 1",
    "revoke the grant of another writer":
      "delete from news_grants where user_id = {otherWriter} returning 1",
  }),
  ...expectSameOutcomes(expectForWriters(DENIED, DENIED, DENIED, DENIED, DENIED, 1), {
    "make a member an editor":
      "insert into news_grants (user_id, kind) values ({member}, 'editor') returning 1",
    "list members": "select from list_admin_rows('users', '', null, 'newest', null, null, 1)",
  }),
  ...expectSameOutcomes(expectForWriters(0, 0, 0, 0, 0, 0), {
    "extend their own grant":
      "update news_grants set may_publish = true where user_id = current_viewer() returning 1",
  }),
  ...expectSameOutcomes(expectForAll(UNIQUE_VIOLATION), {
    "begin a second translation into a language": insertDraft("gen_random_uuid()", "{original}"),
  }),
  ...expectSameOutcomes(expectForAll(DENIED), {
    "store a draft under the id of another article": insertDraft("{draft}", "{original}"),
    "store a draft in another writer's name": insertDraft(
      "gen_random_uuid()",
      "{untranslated}",
      "{otherWriter}",
    ),
    "store that another writer has an article open":
      "insert into news_presence (article_id, user_id) values ({original}, {otherWriter}) returning 1",
    "change revisions": "update news_revisions set title = 'x'",
  }),
])
