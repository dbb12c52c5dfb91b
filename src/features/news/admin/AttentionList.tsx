/** Shows what needs attention in the newsroom: articles to translate or publish, and unfinished drafts. */
import { useStore } from "@nanostores/react"
import { useEffect, useRef, useState } from "react"
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../islands/query.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { call } from "../../../shared/call.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { getDraftIdOfNewItem, getIdOfNewItem, isNewItemId } from "../../admin/editor/buffer.ts"
import { formatSearch, isNarrowed } from "../../admin/list/query.ts"
import type { ListEditor } from "../../admin/list/views.ts"
import { Ago, Notice } from "../../admin/parts.tsx"
import type { ListScreen } from "../../admin/screen.ts"
import { toastError } from "../../admin/toast.ts"
import { listAttentionFilters } from "./newsroom.ts"
import { type ArticleRow, type Draft, draft, newsroomCounts } from "./schema.ts"

const $counts = createQuery(["/api/admin/news/counts"], newsroomCounts)
const $serverDrafts = createQuery(["/api/admin/news/drafts"], z.object({ drafts: z.array(draft) }))

const reloadAttentionList = () => {
  $counts.revalidate()
  $serverDrafts.revalidate()
}

interface Props {
  screen: ListScreen<ArticleRow>
  editor: ListEditor | null
}

/** Renders links that filter the list of articles. Each link shows the number of its articles. */
function AttentionFilters({ screen: { list }, grant }: Props & { grant: NewsroomGrant }) {
  const t = pageTranslate()
  const { data, error } = useStore($counts)
  const listQuery = useStore(list.$query)
  const listState = useStore(list.$list)
  const hasNoArticles =
    listState.status === "ready" && listState.rows.length === 0 && !isNarrowed(listQuery)
  if (!data || hasNoArticles) return error ? null : <div className="mb-4 h-13 md:h-10" />
  const filters = listAttentionFilters(grant)
    .map((filter) => {
      if (filter === "outdated" || filter === "to_publish") return { filter, count: data[filter] }
      // All other filters, such as `to_lv`, select articles that have no translation into a language.
      const language = grant.languages.find((candidate) => filter === `to_${candidate}`)
      return { filter, count: (language && data.missing[language]) ?? 0 }
    })
    .filter(({ count }) => count > 0)
  if (filters.length === 0)
    return <p className="soft mb-4 min-h-13 text-md md:min-h-10">{t("newsroom:nothing")}</p>
  return (
    <nav
      className="mb-4 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1"
      aria-label={t("newsroom:waiting")}
    >
      <ul className="flex gap-2 md:flex-wrap">
        {filters.map(({ filter, count }) => {
          const query = { filter, sort: "oldest" }
          return (
            <li key={filter}>
              <a
                className="inline-flex min-h-10 max-md:min-h-11 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-raise px-4 text-md font-medium hover:border-edge aria-[current]:border-current"
                href={formatSearch(query)}
                aria-current={filter === listQuery.filter ? "true" : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  list.setQuery({ ...query, search: "" })
                }}
              >
                {t("newsroom:count", { what: t(`newsroom:filters.${filter}`), count })}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Fields of a draft's form that the list shows. */
const draftForm = z.object({
  title: z.string(),
  language: z.string(),
  original_id: z._default(z.nullable(z.string()), null),
})

/** An unfinished draft. Its version is 0 if it is only in this browser. */
type UnfinishedDraft = Pick<Draft, "id" | "form" | "version" | "saved_at" | "editor_name">

/** Returns the drafts of new originals that are only in this browser. */
function listBrowserDrafts(
  ids: string[],
  editor: ListEditor,
  serverDrafts: UnfinishedDraft[],
): UnfinishedDraft[] {
  return ids.flatMap((draftId) => {
    const id = getIdOfNewItem(draftId)
    const browserDraft = isNewItemId(draftId) ? editor.buffer.find(draftId) : null
    if (!browserDraft) return []
    const isTranslation = !!draftForm.safeParse(browserDraft.values).data?.original_id
    if (isTranslation) return []
    if (serverDrafts.some((other) => other.id === id)) return []
    const { values, storedAt } = browserDraft
    return [{ id, form: values, version: 0, saved_at: storedAt, editor_name: null }]
  })
}

function UnfinishedDrafts({ editor }: { editor: ListEditor }) {
  const t = pageTranslate()
  const { data } = useStore($serverDrafts)
  const ids = useStore(editor.buffer.$ids)
  const { status } = useStore(editor.$editor)
  const [draftToDiscard, setDraftToDiscard] = useState<UnfinishedDraft | null>(null)
  const serverDrafts = data?.drafts ?? []
  // Drafts that are only in this browser are listed while the editor is closed.
  const drafts =
    status === "closed"
      ? [...listBrowserDrafts(ids, editor, serverDrafts), ...serverDrafts]
      : serverDrafts
  const getTitle = ({ form }: UnfinishedDraft) =>
    draftForm.safeParse(form).data?.title.trim() || t("newsroom:begun.untitled")
  const getLanguage = ({ form }: UnfinishedDraft) => draftForm.safeParse(form).data?.language

  async function discard({ id, version }: UnfinishedDraft) {
    setDraftToDiscard(null)
    editor.buffer.drop(getDraftIdOfNewItem(id))
    if (version === 0) return focusIdIfLost("screen-title")
    const result = await call(`/api/admin/news/${id}/draft?version=${version}`, {
      method: "DELETE",
    })
    if (!result.ok) toastError("newsroom:begun.failed", result.failure)
    reloadAttentionList()
    focusIdIfLost("screen-title")
  }

  if (drafts.length === 0) return null
  return (
    <Notice>
      <section className="grid w-full gap-1" aria-labelledby="begun">
        <h2 id="begun" className="font-sans text-md font-semibold tracking-normal">
          {t("newsroom:begun.title")}
        </h2>
        <ul>
          {drafts.map((item) => (
            <li
              key={item.id}
              className="flex flex-wrap items-center gap-x-4 border-t border-line py-1 first:border-0"
            >
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <span lang={getLanguage(item)}>{getTitle(item)}</span>{" "}
                <span className="block text-sm text-soft">
                  {item.editor_name && t("newsroom:begun.by", { name: item.editor_name })}{" "}
                  <Ago at={item.saved_at} />
                </span>
              </span>
              <button
                className="link min-h-11"
                type="button"
                aria-label={t("newsroom:begun.openItem", { title: getTitle(item) })}
                onClick={() => void editor.open(item.id)}
              >
                {t("newsroom:begun.open")}
              </button>
              <button
                className="link min-h-11"
                type="button"
                aria-label={t("newsroom:begun.discardItem", { title: getTitle(item) })}
                onClick={() => setDraftToDiscard(item)}
              >
                {t("newsroom:begun.discard")}
              </button>
            </li>
          ))}
        </ul>
        {draftToDiscard && (
          <ConfirmDialog
            title={t("newsroom:begun.question")}
            text={t("newsroom:begun.text", { title: getTitle(draftToDiscard) })}
            confirm={t("newsroom:begun.discard")}
            cancel={t("admin:confirm.cancel")}
            onConfirm={() => void discard(draftToDiscard)}
            onCancel={() => setDraftToDiscard(null)}
          />
        )}
      </section>
    </Notice>
  )
}

function useReloadOnClose({ screen, editor }: Props) {
  const isOpen = useRef(false)
  useEffect(
    () =>
      editor?.$editor.subscribe(({ status }) => {
        const wasOpen = isOpen.current
        isOpen.current = status !== "closed"
        if (!wasOpen || isOpen.current) return
        reloadAttentionList()
        screen.list.reload()
      }),
    [editor, screen],
  )
}

export function AttentionList({ grant, ...props }: Props & { grant: NewsroomGrant }) {
  useReloadOnClose(props)
  return (
    <>
      <AttentionFilters {...props} grant={grant} />
      {props.editor && <UnfinishedDrafts editor={props.editor} />}
    </>
  )
}
