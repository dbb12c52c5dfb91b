/** What goes with a saved article: the link that shows it to others, and its earlier versions. */
import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import * as z from "zod/mini"
import { call, type Failure } from "../../../call.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { createQuery } from "../../../query.ts"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { toast } from "../../admin/toast.ts"
import type { Article, ArticleValues } from "./schema.ts"

/** Null while there is none. */
const preview = z.object({ token: z.nullable(z.string()) })

interface PreviewProps {
  article: Pick<Article, "id" | "language">
  onClose: () => void
}

/** A link that shows an article to whoever has it, until it is revoked. */
function PreviewDialog({ article, onClose }: PreviewProps) {
  const t = pageTranslate()
  const id = useId()
  const path = `/api/admin/news/${article.id}/preview`
  const [$preview] = useState(() => createQuery(path, preview))
  const { data, error } = useStore($preview)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const failure = refusal ?? (!data && error?.failure)

  async function change(method: "PUT" | "DELETE") {
    setIsBusy(true)
    const read = (json: unknown) => (json ? z.parse(preview, json) : { token: null })
    const answer = await call(path, { method, payload: {}, read })
    setIsBusy(false)
    setRefusal(answer.ok ? null : answer.failure)
    if (answer.ok) $preview.mutate(answer.body)
  }

  const address =
    data?.token &&
    `${location.origin}${localePath("/news/preview", article.language)}#${data.token}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(address ?? "")
      toast("success", { title: "admin:news.preview.copied" })
    } catch {
      // Not on plain HTTP: the address is selected, to be copied by hand.
      const field = document.getElementById(`${id}address`)
      if (field instanceof HTMLInputElement) field.select()
    }
  }

  return (
    <Dialog
      className="confirm w-[min(560px,100%-32px)]"
      title={t("admin:news.preview.title")}
      isFocused
      cancel={t("admin:editor.close")}
      onCancel={onClose}
      actions={
        <>
          {address && (
            <WaitingButton
              className="btn-danger btn-small"
              isBusy={isBusy}
              onClick={() => void change("DELETE")}
            >
              {t("admin:news.preview.revoke")}
            </WaitingButton>
          )}
          {address ? (
            <button className="btn btn-small" type="button" onClick={() => void copy()}>
              {t("admin:news.preview.copy")}
            </button>
          ) : (
            <WaitingButton
              className="btn-small"
              isBusy={isBusy || (!data && !failure)}
              onClick={() => void change("PUT")}
            >
              {t("admin:news.preview.make")}
            </WaitingButton>
          )}
        </>
      }
    >
      <p className="soft">{t("admin:news.preview.text")}</p>
      <div className="mt-4.5 grid gap-3" aria-live="polite">
        {!data && !failure && <span className="skeleton h-12.5" />}
        {failure && (
          <p className="error" role="alert">
            {t(failureText(failure.code))}
          </p>
        )}
        {address && (
          <div className="field">
            <label htmlFor={`${id}address`}>{t("admin:news.preview.address")}</label>
            <input
              id={`${id}address`}
              className="input"
              value={address}
              readOnly
              onFocus={({ target }) => target.select()}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface Props {
  article: Pick<Article, "id" | "language">
  /** As they are in the editor. */
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
          onRestore={(then) => {
            onRestore(then)
            onClose()
            toast("success", {
              title: "admin:news.revisions.restored",
              text: "admin:news.revisions.restoredText",
            })
          }}
          onClose={onClose}
        />
      )
    })
  const tools = [
    ["admin:news.preview.open", openPreview],
    ["admin:news.revisions.open", openRevisions],
  ] as const
  return tools.map(([label, open]) => (
    <button
      key={label}
      className="btn btn-ghost btn-small justify-self-start"
      type="button"
      aria-haspopup="dialog"
      onClick={() => void open()}
    >
      {t(label)}
    </button>
  ))
}
