/**
 * Shows the article of a preview link, even before the article is published. The token of the link is in the hash of
 * the URL, because browsers do not send hashes to servers, and the servers' logs must not contain tokens.
 */
import { useEffect, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ShellState } from "../../islands/ShellState.tsx"
import type { ItemState } from "../../islands/use-item.ts"
import { call } from "../../shared/call.ts"
import { SITE } from "../../site.ts"
import { ArticleView } from "./ArticleView.tsx"
import { type NewsPreview, newsPreview } from "./schema.ts"

const readTokenInUrl = () => /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null

async function loadPreview(token: string, retry: () => void): Promise<ItemState<NewsPreview>> {
  const result = await call("/api/news/preview", {
    method: "POST",
    payload: { token },
    read: newsPreview,
  })
  if (result.ok) return { status: "found", item: result.body }
  const { failure } = result
  return failure.code === "link_unusable"
    ? { status: "not-found" }
    : { status: "failed", failure, retry }
}

/** Returns the token in the URL, and adds the token to the links of the language menu. */
function useToken(): string | null {
  const [token, setToken] = useState(readTokenInUrl)

  useEffect(() => {
    const updateToken = () => setToken((previousToken) => readTokenInUrl() ?? previousToken)
    addEventListener("hashchange", updateToken)
    return () => removeEventListener("hashchange", updateToken)
  }, [])

  useEffect(() => {
    const addToken = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-locale]")
      if (link && token) link.hash = token
    }
    document.addEventListener("click", addToken)
    return () => document.removeEventListener("click", addToken)
  }, [token])

  return token
}

export function PreviewShell({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const token = useToken()
  const [retryCount, setRetryCount] = useState(0)
  const [state, setState] = useState<ItemState<NewsPreview>>({ status: "loading" })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value of `retryCount` loads the article again
  useEffect(() => {
    if (!token) return setState({ status: "not-found" })
    let isCurrent = true
    setState({ status: "loading" })
    void loadPreview(token, () => setRetryCount((count) => count + 1)).then((loadedState) => {
      if (isCurrent) setState(loadedState)
    })
    return () => {
      isCurrent = false
    }
  }, [token, retryCount])

  const title = state.status === "found" ? state.item.title : null
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${SITE.name}`
  }, [title])

  if (state.status === "found") {
    const { item } = state
    const previewState = item.is_published ? "published" : "draft"
    return (
      <>
        <div className="bg-raise py-2.5 text-md text-soft" role="status">
          <p className="wrap">{t(`news:preview.${previewState}`)}</p>
        </div>
        <ArticleView locale={locale} article={item} previewState={previewState} />
      </>
    )
  }
  return (
    <ShellState
      locale={locale}
      state={state}
      loading={t("news:loading")}
      notFound={{ title: t("news:preview.unusable.title"), text: t("news:preview.unusable.text") }}
      failed={{ title: t("news:failed.title"), text: t("news:failed.text") }}
      back={{ href: localePath("/news", locale), label: t("news:back") }}
    />
  )
}
