import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { $session, isMaybeSignedIn, needsLogin } from "../../../session/session.ts"
import { Button } from "../../../ui/Button.tsx"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { isTypedTextKept } from "../../../ui/forms/kept-text.ts"
import { $toasts, showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { createEmbedCode, teamEmbedPath } from "../../events/embed-paths.ts"
import type { Team } from "../schema.ts"
import { getTeamSlug, teamPath } from "../team.ts"
import { ManageForm } from "./ManageForm.tsx"
import { createManageStore, type TeamEditing } from "./manage.ts"
import { createRequestsQuery, RequestPanel } from "./RequestPanel.tsx"

const getTeamsPath = (): string => localePath("/teams", pageLocale())

const { $state, isDirty, load, clear } = createManageStore({
  getSlug: () => getTeamSlug(location.pathname),
  isMaybeSignedIn,
  goToLogin: () => location.replace(getLoginUrl()),
  onFailed(failure) {
    const t = pageTranslate()
    showToastOnNextPage({
      tone: "error",
      title: t("teams:manage.failed"),
      text: t(getFailureKey(failure?.code ?? "not_found")),
    })
    location.replace(getTeamsPath())
  },
})

/** Opens the log-in page, which also shows the newest toast of this page. */
function leaveToLogin(): void {
  const newestToast = $toasts.get().at(-1)
  if (newestToast) showToastOnNextPage(newestToast)
  location.replace(getLoginUrl())
}

const warnOnLeaving = (event: BeforeUnloadEvent) =>
  isDirty() && !isTypedTextKept() && event.preventDefault()

/** Loads the team and listens to the session. Returns a stop function. */
function startManaging(): () => void {
  addEventListener("beforeunload", warnOnLeaving)
  void load()
  const stopClearing = onMemberLeft(() => {
    clear()
    // If another member has logged in, that member may own the team.
    if ($session.get().status === "signed-in") void load()
  })
  const stopListening = $session.subscribe((session) => {
    if (needsLogin(session) && !isDirty()) leaveToLogin()
  })
  return () => {
    removeEventListener("beforeunload", warnOnLeaving)
    stopClearing()
    stopListening()
  }
}

export function ManageScreen() {
  const t = pageTranslate()
  const state = useStore($state)
  useEffect(startManaging, [])

  if (state.status === "denied") {
    return (
      <section className="page-head">
        <h1>{t("teams:manage.denied")}</h1>
        <p>{t("teams:manage.deniedText")}</p>
        <p className="actions">
          <a className="btn" href={getTeamsPath()}>
            {t("teams:manage.back")}
          </a>
        </p>
      </section>
    )
  }
  if (state.status !== "ready") return <ManageLoading label={t("teams:manage.loading")} />
  return <Manage editing={state.editing} />
}

export const ManageLoading = ({ label }: { label: string }) => (
  // The placeholder fills the window, so that the footer does not visibly move.
  <div className="grid min-h-svh content-start gap-6 pt-[clamp(36px,5vw,72px)]" role="status">
    <span className="sr-only">{label}</span>
    <span className="skeleton min-h-15 w-[min(480px,80%)]" />
    <span className="skeleton min-h-105" />
  </div>
)

function updateUrl(slug: string): void {
  const path = `${localePath(teamPath(slug), pageLocale())}/manage`
  if (location.pathname === path) return
  history.replaceState(null, "", path + location.search + location.hash)
}

function Manage({ editing }: { editing: TeamEditing }) {
  const t = pageTranslate()
  const { item: team } = useStore(editing.$editing)
  const slug = team?.slug
  // Created only once: if the slug changes, the API still finds the team by its former slug.
  const [$requests] = useState(() => createRequestsQuery(slug ?? ""))
  const requests = useStore($requests)
  useEffect(() => {
    if (slug) updateUrl(slug)
  }, [slug])
  if (!team) return null
  // The form waits for the requests: on narrow screens, requests that appear later would push the form down.
  if (!requests.data && !requests.error) return <ManageLoading label={t("teams:manage.loading")} />

  const isCurrent = () => {
    const state = $state.get()
    return state.status === "ready" && state.editing === editing
  }
  return (
    <>
      <header className="page-head flex flex-wrap items-end justify-between gap-5">
        <h1 className="min-w-0 text-[clamp(28px,4vw,46px)]">
          {t("teams:manage.titleOf", { team: team.name })}
        </h1>
        <a className="btn btn-ghost btn-small" href={localePath(teamPath(team.slug), pageLocale())}>
          {t("teams:manage.view")}
        </a>
      </header>
      <div className="grid gap-x-[clamp(40px,6vw,88px)] gap-y-14 min-[1000px]:grid-cols-[1fr_1.35fr] *:min-w-0">
        <RequestPanel $requests={$requests} />
        <ManageForm editing={editing} isCurrent={isCurrent} />
      </div>
      {team.is_listed && <EmbedPanel team={team} />}
    </>
  )
}

/** Shows HTML to embed the team's calendar in other sites. `news/ShareScript.astro` handles the copy button. */
function EmbedPanel({ team: { slug, name } }: { team: Pick<Team, "slug" | "name"> }) {
  const t = pageTranslate()
  const title = t("calendar:feed.team", { team: name })
  const code = createEmbedCode(teamEmbedPath(slug), title, pageLocale())
  return (
    <section className="my-14 grid gap-4 border-t border-line pt-8" aria-labelledby="embed">
      <h2 id="embed" className="text-xl">
        {t("calendar:embed.title")}
      </h2>
      <p className="max-w-[72ch] text-soft">{t("calendar:embed.text")}</p>
      <div className="flex flex-wrap gap-2.5">
        <input
          className="input min-w-0 flex-[1_1_240px]"
          value={code}
          readOnly
          aria-labelledby="embed"
          onFocus={({ target }) => target.select()}
        />
        <Button className="btn-ghost btn-small" data-copy-text={code}>
          {t("calendar:embed.copy")}
        </Button>
      </div>
    </section>
  )
}
