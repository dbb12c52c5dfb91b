import { useStore } from "@nanostores/react"
import { atom } from "nanostores"
import { useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery, toFailure } from "../../../islands/query.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { areSameValues } from "../../../ui/forms/changed-fields.ts"
import { Comparison } from "../../admin/editor/Changes.tsx"
import { COMPARISON_DIALOG, STICKY_ACTIONS } from "../../admin/editor/editor-parts.tsx"
import { formatFailure } from "../../admin/toast.ts"
import { news } from "./news.ts"
import type { ArticleValues } from "./schema.ts"
import { getRevisionValues, type ListedRevision, revision, revisionList } from "./schema.ts"

interface ListProps {
  revisions: ListedRevision[]
  chosenId: number | null
  onChoose: (id: number) => void
}

function RevisionList({ revisions, chosenId, onChoose }: ListProps) {
  const t = pageTranslate()
  return (
    <ul
      className="my-3.5 max-h-55 divide-y divide-line overflow-auto rounded-small border border-line"
      aria-label={t("admin:news.revisions.list")}
    >
      {revisions.map(({ id, saved_at, editor_name, title }) => (
        <li key={id}>
          <button
            className="flex min-h-11 w-full flex-wrap gap-x-3 gap-y-0.5 px-3.5 py-2.5 text-start text-md hover:bg-glow-wash focus-visible:-outline-offset-3 aria-pressed:bg-raise aria-pressed:shadow-[inset_4px_0_0_var(--glow)] light:aria-pressed:shadow-[inset_4px_0_0_var(--text)]"
            type="button"
            aria-pressed={id === chosenId}
            onClick={() => onChoose(id)}
          >
            <time dateTime={saved_at}>{formatDate(saved_at, "dateTime", pageLocale())}</time>{" "}
            <span className="soft">
              {editor_name
                ? t("admin:news.revisions.by", { name: editor_name })
                : t("admin:news.revisions.nobody")}
            </span>{" "}
            <span className="wrap-anywhere">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function RevisionState({ error, isLoading }: { error: unknown; isLoading: boolean }) {
  const t = pageTranslate()
  if (error) {
    return (
      <p className="error" role="alert">
        {formatFailure("admin:news.revisions.failed", toFailure(error))}
      </p>
    )
  }
  return (
    <p className="soft" role="status">
      {t(isLoading ? "admin:news.revisions.loading" : "admin:news.revisions.choose")}
    </p>
  )
}

interface Props {
  id: string
  values: ArticleValues
  onRestore: (values: ArticleValues) => void
  onClose: () => void
}

function createRevisionQueries(articleId: string) {
  const path = `/api/admin/news/${articleId}/revisions`
  const $chosenId = atom<number | null>(null)
  const $revisions = createQuery(path, revisionList)
  return { $revisions, $chosenId, $revision: createQuery([`${path}/`, $chosenId], revision) }
}

/** Dialog that compares earlier revisions of an article with the form, and can restore a revision into the form. */
export function RevisionsDialog({ id, values, onRestore, onClose }: Props) {
  const t = pageTranslate()
  const [{ $revisions, $chosenId, $revision }] = useState(() => createRevisionQueries(id))
  const revisionsQuery = useStore($revisions)
  const chosenId = useStore($chosenId)
  const chosenRevision = useStore($revision)
  const revisions = revisionsQuery.data?.revisions

  const revisionValues = chosenRevision.data ? getRevisionValues(values, chosenRevision.data) : null
  const isUnchanged = revisionValues !== null && areSameValues(revisionValues, values)
  return (
    <Dialog
      className={COMPARISON_DIALOG}
      title={t("admin:news.revisions.title")}
      isDialogFocused
      cancel={t("admin:news.revisions.close")}
      onCancel={onClose}
      actionsClass={STICKY_ACTIONS}
      actions={
        revisionValues &&
        !isUnchanged && (
          <Button className="btn-small" onClick={() => onRestore(revisionValues)}>
            {t("admin:news.revisions.restore")}
          </Button>
        )
      }
    >
      <p className="soft">{t("admin:news.revisions.lead")}</p>
      {!revisions && <RevisionState error={revisionsQuery.error} isLoading />}
      {!revisions && revisionsQuery.error && (
        <Button className="btn-ghost btn-small" onClick={$revisions.invalidate}>
          {t("common:tryAgain")}
        </Button>
      )}
      {revisions?.length === 0 && <p className="soft">{t("admin:news.revisions.empty")}</p>}
      {revisions && revisions.length > 0 && (
        <>
          <RevisionList revisions={revisions} chosenId={chosenId} onChoose={$chosenId.set} />
          {revisionValues === null && (
            <RevisionState error={chosenRevision.error} isLoading={chosenId !== null} />
          )}
          {isUnchanged && <p className="soft">{t("admin:news.revisions.same")}</p>}
          {revisionValues && !isUnchanged && (
            <Comparison resource={news} before={revisionValues} after={values} />
          )}
        </>
      )}
    </Dialog>
  )
}
