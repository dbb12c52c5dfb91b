/** A link that shows an article to whoever has it, until it is revoked. */
import { useEffect, useId, useState } from "react"
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../../call.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { toast } from "../../admin/toast.ts"
import type { Article } from "./schema.ts"

const preview = z.object({ token: z.nullable(z.string()) })

type Link =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  /** Null while there is none. */
  | { status: "ready"; token: string | null }

const linkOf = (answer: Answer<string | null>): Link =>
  answer.ok
    ? { status: "ready", token: answer.body }
    : { status: "failed", failure: answer.failure }

interface Props {
  article: Pick<Article, "id" | "language">
}

function PreviewDialog({ article, onClose }: Props & { onClose: () => void }) {
  const t = pageTranslate()
  const id = useId()
  const path = `/api/admin/news/${article.id}/preview`
  const [link, setLink] = useState<Link>({ status: "loading" })
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    let isHere = true
    const read = (json: unknown) => z.parse(preview, json).token
    void call(path, { read, cache: "no-store" }).then((answer) => isHere && setLink(linkOf(answer)))
    return () => {
      isHere = false
    }
  }, [path])

  async function change(method: "PUT" | "DELETE") {
    setIsBusy(true)
    const read = (json: unknown) => (json === undefined ? null : z.parse(preview, json).token)
    setLink(linkOf(await call(path, { method, payload: {}, read })))
    setIsBusy(false)
  }

  const token = link.status === "ready" ? link.token : null
  const address =
    token && `${location.origin}${localePath("/news/preview", article.language)}#${token}`

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
    <Modal
      labelledBy={id}
      className="confirm w-[min(560px,100%-32px)]"
      isFocused
      onCancel={onClose}
    >
      <h2 id={id}>{t("admin:news.preview.title")}</h2>
      <p className="soft">{t("admin:news.preview.text")}</p>
      <div className="mt-4.5 grid gap-3" aria-live="polite">
        {link.status === "loading" && <span className="skeleton h-12.5" />}
        {link.status === "failed" && (
          <p className="error" role="alert">
            {t(failureText(link.failure.code))}
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
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
          {t("admin:editor.close")}
        </button>
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
            isBusy={isBusy || link.status === "loading"}
            onClick={() => void change("PUT")}
          >
            {t("admin:news.preview.make")}
          </WaitingButton>
        )}
      </div>
    </Modal>
  )
}

export function SharePreview({ article }: Props) {
  const t = pageTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <button
        className="btn btn-ghost btn-small"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t("admin:news.preview.open")}
      </button>
      {isOpen && <PreviewDialog article={article} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
