/** What the viewer can do about this team: join it, take that back, leave it, manage it. */
import { useStore } from "@nanostores/react"
import type { ReactNode } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import { openDialog } from "../../ui/open-dialog.ts"
import { useIsHydrated } from "../../ui/use-is-hydrated.ts"
import { $session } from "../session/session.ts"
import { joinStateOf, manageTarget } from "./joining.ts"
import { loginAddress } from "./login-address.ts"
import { type SeenTeam, teamPath } from "./team.ts"
import { teamStore } from "./team-page.ts"
import { WithdrawButton } from "./WithdrawButton.tsx"

export function TeamActions({ children }: { children?: ReactNode }) {
  return useIsHydrated() ? <Actions waiting={children} /> : children
}

function Actions({ waiting }: { waiting: ReactNode }) {
  const t = pageTranslate()
  const session = useStore($session)
  const state = useStore(teamStore.$team)
  const team = state.status === "found" ? state.team : null
  const join = joinStateOf(session.status, team)

  switch (join.kind) {
    case "unknown":
      return state.status === "failed" ? (
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() => void teamStore.load()}
        >
          {t("common:tryAgain")}
        </button>
      ) : (
        waiting
      )
    case "stranger":
      return (
        <a className="btn btn-small" href={loginAddress()}>
          {t("teams:join.signIn")}
        </a>
      )
    case "open":
      return team && !team.is_hidden && <JoinButton team={team} />
    case "pending":
      return (
        <>
          <button className="btn btn-small" type="button" disabled>
            {t("teams:join.pending")}
          </button>
          <WithdrawButton requestId={join.requestId} />
        </>
      )
    case "declined":
      return (
        <button className="btn btn-small" type="button" disabled>
          {t("teams:join.declined")}
        </button>
      )
    case "member":
      return team && <MemberButtons team={team} />
  }
}

function JoinButton({ team }: { team: SeenTeam }) {
  const open = () =>
    openDialog(async () => {
      const { JoinDialog } = await import("./JoinDialog.tsx")
      return ({ onClose }) => <JoinDialog name={team.name} onClose={onClose} />
    })
  return (
    <button className="btn btn-small" type="button" onClick={() => void open()}>
      {pageTranslate()("teams:join.button")}
    </button>
  )
}

function MemberButtons({ team }: { team: SeenTeam }) {
  const t = pageTranslate()
  const target = manageTarget(team.role)
  const page = localePath(teamPath(team.slug), pageLocale())
  const leave = () =>
    openDialog(async () => {
      const { LeaveDialog } = await import("./LeaveDialog.tsx")
      return ({ onClose }) => <LeaveDialog team={team} onClose={onClose} />
    })
  return (
    <>
      {target && (
        <a
          className="btn btn-ghost btn-small"
          href={target === "manage" ? `${page}/manage` : "#blog"}
        >
          <Icon name="edit" size={18} />
          {t("teams:page.manage")}
        </a>
      )}
      <button className="btn btn-ghost btn-small" type="button" onClick={() => void leave()}>
        {t("teams:leave.button")}
      </button>
    </>
  )
}
