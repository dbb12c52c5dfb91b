/** Reporting the team, at the end of its page; nothing for who owns it. */
import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { useIsHydrated } from "../../ui/use-is-hydrated.ts"
import { openReport } from "../reports/open-report.tsx"
import { $session } from "../session/session.ts"
import { loginAddress } from "./login-address.ts"
import { teamStore } from "./team-page.ts"

export function ReportTeam() {
  return <p className="team-report">{useIsHydrated() && <Report />}</p>
}

function Report() {
  const t = pageTranslate()
  const session = useStore($session)
  const state = useStore(teamStore.$team)
  if (state.status !== "found" || session.status === "loading") return null
  const { id, name, role, is_hidden } = state.team
  if (role === "owner" || is_hidden) return null
  return session.status === "signed-in" ? (
    <button
      className="report-act"
      type="button"
      onClick={() => openReport({ kind: "team", id, title: name })}
    >
      {t("reports:action.team")}
    </button>
  ) : (
    <a className="report-act" href={loginAddress()}>
      {t("reports:action.team")}
    </a>
  )
}
