/** The owner's page of a team: what it says of itself, and who wants to join. */
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { ManageForm } from "./ManageForm.tsx"
import { manageStore, startManaging, teamsAddress } from "./manage-page.ts"
import { RequestPanel } from "./RequestPanel.tsx"
import { teamPath } from "./team.ts"

export function ManageScreen() {
  const t = pageTranslate()
  const state = useStore(manageStore.$state)
  useEffect(startManaging, [])

  if (state.status === "denied") {
    return (
      <section className="page-head">
        <h1>{t("teams:manage.denied")}</h1>
        <p>{t("teams:manage.deniedText")}</p>
        <p className="acts">
          <a className="btn" href={teamsAddress()}>
            {t("teams:manage.back")}
          </a>
        </p>
      </section>
    )
  }
  if (state.status !== "ready") {
    return (
      <div className="manage-loading" role="status">
        <span className="sr-only">{t("teams:manage.loading")}</span>
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    )
  }
  const { team } = state
  return (
    <>
      <header className="page-head manage-head">
        <h1>{t("teams:manage.titleOf", { team: team.name })}</h1>
        <a className="btn btn-ghost btn-small" href={localePath(teamPath(team.slug), pageLocale())}>
          {t("teams:manage.view")}
        </a>
      </header>
      <div className="manage">
        <ManageForm team={team} />
        <RequestPanel slug={team.slug} />
      </div>
    </>
  )
}
