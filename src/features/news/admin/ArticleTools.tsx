import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { createQuery } from "../../../islands/query.ts"
import { call, type Failure } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { toast } from "../../admin/toast.ts"
import type { Article, ArticleValues } from "./schema.ts"

/**
 * `links` is the number of valid preview links. `token` is the token of a link that was just created, otherwise null.
 */
const previewLinks = z.object({ links: z.number(), token: z.nullable(z.string()) })

interface PreviewProps {
  article: Pick<Article, "id" | "language">
  onClose: () => void
}

/** Dialog that creates and revokes preview links. A preview link shows an unpublished article without a log-in. */
function PreviewDialog({ article, onClose }: PreviewProps) {
  const t = pageTranslate()
  const id = useId()
  const path = `/api/admin/news/${article.id}/preview`
  const [$previews] = useState(() => createQuery(path, previewLinks))
  const { data, error } = useStore($previews)
  // The token is stored separately, because a reload of the query returns no token.
  const [token, setToken] = useState<string | null>(null)
  const [changeFailure, setChangeFailure] = useState<Failure | null>(null)
  const failure = changeFailure ?? (!data && error?.failure)

  /** Creates a preview link (PUT), or makes all preview links invalid (DELETE). */
  async function changeLinks(method: "PUT" | "DELETE") {
    const read = (json: unknown) => (json ? z.parse(previewLinks, json) : { links: 0, token: null })
    const result = await call(path, { method, payload: {}, read })
    setChangeFailure(result.ok ? null : result.failure)
    if (!result.ok) return
    setToken(result.body.token)
    $previews.mutate(result.body)
  }

  const linkCount = data?.links ?? 0
  const url = token && `${location.origin}${localePath("/news/preview", article.language)}#${token}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(url ?? "")
      toast("success", { title: "admin:news.preview.copied" })
    } catch {
      // Without HTTPS, browsers offer no clipboard. The link is selected, so that the member can copy it by hand.
      const field = document.getElementById(`${id}url`)
      if (field instanceof HTMLInputElement) field.select()
    }
  }

  return (
    <Dialog
      className="confirm w-[min(560px,100%-32px)]"
      title={t("admin:news.preview.title")}
      isDialogFocused
      cancel={t("admin:editor.close")}
      onCancel={onClose}
      actions={
        <>
          {linkCount > 0 && (
            <Button className="btn-danger btn-small" onClick={() => changeLinks("DELETE")}>
              {t(linkCount === 1 ? "admin:news.preview.revoke" : "admin:news.preview.revokeAll")}
            </Button>
          )}
          {url ? (
            <Button className="btn-small" onClick={() => void copy()}>
              {t("admin:news.preview.copy")}
            </Button>
          ) : (
            <Button
              className="btn-small"
              isBusy={!data && !failure}
              onClick={() => changeLinks("PUT")}
            >
              {t(linkCount > 0 ? "admin:news.preview.another" : "admin:news.preview.make")}
            </Button>
          )}
        </>
      }
    >
      <p className="soft">{t("admin:news.preview.text")}</p>
      <div className="mt-4.5 grid gap-3" aria-live="polite">
        {!data && !failure && <span className="skeleton h-12.5" />}
        {failure && (
          <p className="error" role="alert">
            {t(getFailureKey(failure.code))}
          </p>
        )}
        {!url && linkCount > 0 && <p>{t("admin:news.preview.working", { count: linkCount })}</p>}
        {url && (
          <div className="field">
            <label htmlFor={`${id}url`}>{t("admin:news.preview.address")}</label>
            <input
              id={`${id}url`}
              className="input"
              value={url}
              readOnly
              onFocus={({ target }) => target.select()}
              aria-describedby={`${id}once`}
            />
            <p className="hint" id={`${id}once`}>
              {t("admin:news.preview.once")}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface Props {
  article: Pick<Article, "id" | "language">
  values: ArticleValues
  onRestore: (values: ArticleValues) => void
}

export function ArticleTools({ article, values, onRestore }: Props) {
  const t = pageTranslate()
  const openPreview = () =>
    mountDialog(({ onClose }) => <PreviewDialog article={article} onClose={onClose} />)
  const openRevisions = () =>
    openDialog(async () => {
      const { RevisionsDialog } = await import("./RevisionsDialog.tsx")
      return ({ onClose }) => (
        <RevisionsDialog
          id={article.id}
          values={values}
          onRestore={(restored) => {
            onRestore(restored)
            onClose()
            toast("success", {
              title: "admin:news.revisions.restored",
              text: "admin:news.revisions.restoredText",
            })
          }}
          onClose={onClose}
        />
      )
    }, {})
  const tools = [
    ["admin:news.preview.open", openPreview],
    ["admin:news.revisions.open", openRevisions],
  ] as const
  return tools.map(([label, open]) => (
    <Button
      key={label}
      className="btn-ghost btn-small justify-self-start"
      aria-haspopup="dialog"
      onClick={() => void open()}
    >
      {t(label)}
    </Button>
  ))
}
