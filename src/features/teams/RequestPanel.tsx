/** Who wants to join, those who wait first. */
import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { $session } from "../session/session.ts"
import { requestsStore } from "./manage-page.ts"
import { RequestRow } from "./RequestRow.tsx"

export function RequestPanel({ slug }: { slug: string }) {
  const t = pageTranslate()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // The browser looked for it when it was not there yet; on a phone it is below the form.
    if (location.hash === "#requests") panel.current?.scrollIntoView()
  }, [])
  return (
    <section
      ref={panel}
      id="requests"
      className="manage-requests"
      tabIndex={-1}
      aria-labelledby="requests-title"
    >
      <h2 id="requests-title">{t("teams:manage.requests.title")}</h2>
      <Requests slug={slug} />
    </section>
  )
}

function Requests({ slug }: { slug: string }) {
  const t = pageTranslate()
  const state = useStore(requestsStore.$requests)
  const { status } = useStore($session)
  useEffect(() => {
    if (status === "signed-in") void requestsStore.load(slug)
  }, [slug, status])

  if (status === "signed-out") return null
  if (state.status === "loading") return <LoadingRows label="teams:manage.requests.loading" />
  if (state.status === "failed") {
    return (
      <LoadFailed
        title="teams:manage.requests.failed"
        failure={state.failure}
        onRetry={() => void requestsStore.load(slug)}
      />
    )
  }
  if (state.requests.length === 0) {
    return (
      <div className="state">
        <h3>{t("teams:manage.requests.empty.title")}</h3>
        <p className="soft">{t("teams:manage.requests.empty.text")}</p>
      </div>
    )
  }
  return (
    <ul>
      {state.requests.map((request) => (
        <RequestRow key={request.id} slug={slug} request={request} />
      ))}
    </ul>
  )
}
