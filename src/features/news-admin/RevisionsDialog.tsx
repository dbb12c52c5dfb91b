/** The earlier versions of an article, each beside what is in the editor. */
import "../../ui/dialog.css"
import "./revisions.css"
import { useCallback, useEffect, useId, useState } from "react"
import type { Answer, Failure } from "../../call.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { Modal } from "../../ui/Modal.tsx"
import { Comparison } from "../admin/Comparison.tsx"
import { isSame } from "../admin/differences.ts"
import type { ArticleValues } from "./article.ts"
import { news } from "./news.ts"
import { RevisionList } from "./RevisionList.tsx"
import {
  findRevision,
  type ListedRevision,
  listRevisions,
  type Revision,
  restored,
} from "./revisions.ts"

type Loaded<Body> =
  | { status: "none" }
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; body: Body }

interface Props {
  id: string
  values: ArticleValues
  onRestore: (values: ArticleValues) => void
  onClose: () => void
}

const settled = <Body,>(answer: Answer<Body>): Loaded<Body> =>
  answer.ok ? { status: "ready", body: answer.body } : { status: "failed", failure: answer.failure }

function State({ state }: { state: Loaded<unknown> }) {
  const t = pageTranslate()
  if (state.status === "failed") {
    return (
      <p className="error" role="alert">
        {t("admin:failedBecause", {
          what: t("admin:news.revisions.failed"),
          why: t(failureText(state.failure.code)),
        })}
      </p>
    )
  }
  return (
    <p className="soft" role="status">
      {t(
        state.status === "loading" ? "admin:news.revisions.loading" : "admin:news.revisions.choose",
      )}
    </p>
  )
}

export function RevisionsDialog({ id, values, onRestore, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [list, setList] = useState<Loaded<{ revisions: ListedRevision[] }>>({ status: "loading" })
  const [chosen, setChosen] = useState<number | null>(null)
  const [shown, setShown] = useState<Loaded<Revision>>({ status: "none" })

  const load = useCallback(async () => {
    setList({ status: "loading" })
    setList(settled(await listRevisions(id)))
  }, [id])

  useEffect(() => void load(), [load])

  useEffect(() => {
    if (chosen === null) return
    let isLatest = true
    setShown({ status: "loading" })
    void findRevision(id, chosen).then((answer) => {
      if (isLatest) setShown(settled(answer))
    })
    return () => {
      isLatest = false
    }
  }, [id, chosen])

  const then = shown.status === "ready" ? restored(values, shown.body) : null
  const isThis = then !== null && isSame(then, values)
  return (
    <Modal labelledBy={titleId} className="conflict" isFocused onCancel={onClose}>
      <h2 id={titleId}>{t("admin:news.revisions.title")}</h2>
      <p className="soft">{t("admin:news.revisions.lead")}</p>
      {list.status !== "ready" && <State state={list} />}
      {list.status === "failed" && (
        <button className="btn btn-ghost btn-small" type="button" onClick={() => void load()}>
          {t("common:tryAgain")}
        </button>
      )}
      {list.status === "ready" && list.body.revisions.length === 0 && (
        <p className="soft">{t("admin:news.revisions.empty")}</p>
      )}
      {list.status === "ready" && list.body.revisions.length > 0 && (
        <>
          <RevisionList revisions={list.body.revisions} chosen={chosen} onChoose={setChosen} />
          {then === null && <State state={shown} />}
          {isThis && <p className="soft">{t("admin:news.revisions.same")}</p>}
          {then && !isThis && (
            <Comparison
              compared={news.compared}
              one={then}
              other={values}
              labels={[t("admin:news.revisions.then"), t("admin:news.revisions.now")]}
            />
          )}
        </>
      )}
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
          {t("admin:news.revisions.close")}
        </button>
        {then && !isThis && (
          <button className="btn btn-small" type="button" onClick={() => onRestore(then)}>
            {t("admin:news.revisions.restore")}
          </button>
        )}
      </div>
    </Modal>
  )
}
