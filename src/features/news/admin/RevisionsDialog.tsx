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
  chosen: number | null
  onChoose: (id: number) => void
}

function RevisionList({ revisions, chosen, onChoose }: ListProps) {
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
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            <time dateTime={saved_at}>{formatDate(saved_at, "moment", pageLocale())}</time>{" "}
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

function createRevisions(article: string) {
  const path = `/api/admin/news/${article}/revisions`
  const $chosen = atom<number | null>(null)
  const $revisions = createQuery(path, revisionList)
  return { $revisions, $chosen, $revision: createQuery([`${path}/`, $chosen], revision) }
}

export function RevisionsDialog({ id, values, onRestore, onClose }: Props) {
  const t = pageTranslate()
  const [{ $revisions, $chosen, $revision }] = useState(() => createRevisions(id))
  const list = useStore($revisions)
  const chosen = useStore($chosen)
  const shown = useStore($revision)
  const revisions = list.data?.revisions

  const earlier = shown.data ? getRevisionValues(values, shown.data) : null
  const isCurrent = earlier !== null && areSameValues(earlier, values)
  return (
    <Dialog
      className={COMPARISON_DIALOG}
      title={t("admin:news.revisions.title")}
      isDialogFocused
      cancel={t("admin:news.revisions.close")}
      onCancel={onClose}
      actionsClass={STICKY_ACTIONS}
      actions={
        earlier &&
        !isCurrent && (
          <Button className="btn-small" onClick={() => onRestore(earlier)}>
            {t("admin:news.revisions.restore")}
          </Button>
        )
      }
    >
      <p className="soft">{t("admin:news.revisions.lead")}</p>
      {!revisions && <RevisionState error={list.error} isLoading />}
      {!revisions && list.error && (
        <Button className="btn-ghost btn-small" onClick={$revisions.invalidate}>
          {t("common:tryAgain")}
        </Button>
      )}
      {revisions?.length === 0 && <p className="soft">{t("admin:news.revisions.empty")}</p>}
      {revisions && revisions.length > 0 && (
        <>
          <RevisionList revisions={revisions} chosen={chosen} onChoose={$chosen.set} />
          {earlier === null && <RevisionState error={shown.error} isLoading={chosen !== null} />}
          {isCurrent && <p className="soft">{t("admin:news.revisions.same")}</p>}
          {earlier && !isCurrent && <Comparison resource={news} before={earlier} after={values} />}
        </>
      )}
    </Dialog>
  )
}
