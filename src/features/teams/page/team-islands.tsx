/** The parts of a team's page that depend on who looks at it: islands in the built page, and parts of the shell. */
import { useStore } from "@nanostores/react"
import { type ComponentType, type ReactNode, useState } from "react"
import { call } from "../../../call.ts"
import type { MessageKey } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { useIsHydrated } from "../../../ui/hydration.ts"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { MenuButton } from "../../../ui/MenuButton.tsx"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { useImport } from "../../../ui/use-import.ts"
import { $session, type Session } from "../../account/session/session.ts"
import { ReportAction } from "../../reports/ReportAction.tsx"
import { joinStateOf, manageTarget } from "../rights.ts"
import type { SeenTeam, Team } from "../schema.ts"
import { loginLink, teamPath } from "../team.ts"
import { $team, refreshTeam, setStanding, type TabProps } from "./team-page.ts"
import { $openedTabs } from "./team-script.ts"

interface Props {
  locale: Locale
}

const UNKNOWN: Session = { status: "loading" }

/** Who looks at it, and what they are to the team; as in the build until it is known. */
export function useViewer() {
  const session = useStore($session)
  const { data: team = null, error } = useStore($team)
  return useIsHydrated()
    ? { session, team, error }
    : { session: UNKNOWN, team: null, error: undefined }
}

export function MemberCount({ locale, built }: Props & { built: number }) {
  const { team } = useViewer()
  return tFor(locale)("teams:members", { count: team?.member_count ?? built })
}

export interface ActionsProps extends Props {
  slug: string
}

/** What the viewer can do about this team: join it, withdraw that, leave it, manage it. */
export function TeamActions({ locale, slug }: ActionsProps) {
  const t = tFor(locale)
  const { session, team, error } = useViewer()
  const join = joinStateOf(session.status, team)
  if (join.kind === "stranger" || join.kind === "unknown") {
    return error && join.kind === "unknown" ? (
      <button className="btn btn-ghost btn-small" type="button" onClick={$team.invalidate}>
        {t("common:tryAgain")}
      </button>
    ) : (
      <>
        <a
          className="btn btn-small hidden signed-out:inline-flex"
          href={loginLink(localePath(teamPath(slug), locale), locale)}
        >
          {t("teams:join.signIn")}
        </a>
        <span className="skeleton h-10 w-35 rounded-full signed-out:hidden" />
      </>
    )
  }
  if (!team) return null
  switch (join.kind) {
    case "open":
      return team.is_hidden ? null : <JoinButton locale={locale} team={team} />
    case "pending":
      return (
        <>
          <button className="btn btn-small" type="button" disabled>
            {t("teams:join.pending")}
          </button>
          <WithdrawButton locale={locale} team={team} requestId={join.requestId} />
        </>
      )
    case "declined":
      return (
        <button className="btn btn-small" type="button" disabled>
          {t("teams:join.declined")}
        </button>
      )
    case "member":
      return <MemberButtons locale={locale} team={team} />
  }
}

interface KnownProps {
  locale: Locale
  team: SeenTeam
}

function JoinButton({ locale, team }: KnownProps) {
  const open = () =>
    openDialog(async () => {
      const { JoinDialog } = await import("../membership/JoinDialog.tsx")
      return ({ onClose }) => <JoinDialog team={team} onClose={onClose} />
    })
  return (
    <button className="btn btn-small" type="button" onClick={() => void open()}>
      {tFor(locale)("teams:join.button")}
    </button>
  )
}

/** Takes one's own request back while it waits. */
function WithdrawButton({ locale, team, requestId }: KnownProps & { requestId: string }) {
  const t = tFor(locale)
  const [isBusy, setIsBusy] = useState(false)

  async function withdraw() {
    setIsBusy(true)
    const answer = await call(`/api/join-requests/${requestId}`, {
      method: "DELETE",
      read: () => undefined,
    })
    setIsBusy(false)
    if (answer.ok) setStanding(team, { request: null })
    // It was decided in the meantime.
    else if (answer.failure.code === "not_found") refreshTeam(team.slug)
    tellOutcome(
      answer.ok ? null : answer.failure,
      { title: t("teams:join.withdrawn") },
      "teams:join.withdrawFailed",
    )
    focusIdIfLost("team-actions")
  }

  return (
    <WaitingButton className="btn-ghost btn-small" isBusy={isBusy} onClick={() => void withdraw()}>
      {t("teams:join.withdraw")}
    </WaitingButton>
  )
}

function MemberButtons({ locale, team }: KnownProps) {
  const t = tFor(locale)
  const target = manageTarget(team.role)
  const page = localePath(teamPath(team.slug), locale)
  const leave = () =>
    openDialog(async () => {
      const { LeaveDialog } = await import("../membership/LeaveDialog.tsx")
      return ({ onClose }) => <LeaveDialog team={team} onClose={onClose} />
    })
  return (
    <>
      {target && (
        <a
          className="btn btn-ghost btn-small"
          href={target === "manage" ? `${page}/manage` : "#blog"}
        >
          {t("teams:page.manage")}
          {team.pending_requests > 0 && (
            <b
              className="badge badge-glow"
              title={t("teams:mine.pending", { count: team.pending_requests })}
            >
              {team.pending_requests}
            </b>
          )}
        </a>
      )}
      <MenuButton
        className="btn-ghost"
        icon="check"
        label={t("teams:join.member")}
        items={[{ label: t("teams:leave.button"), onChoose: () => void leave() }]}
      />
    </>
  )
}

interface TabScript {
  load: () => Promise<{ default: ComponentType<TabProps> }>
  loading: MessageKey
  failed: MessageKey
}

const TAB_SCRIPTS: Record<"blog" | "members", TabScript> = {
  blog: {
    load: () => import("../blog/Blog.tsx"),
    loading: "teams:posts.loading",
    failed: "teams:posts.failed",
  },
  members: {
    load: () => import("../membership/Members.tsx"),
    loading: "teams:people.loading",
    failed: "teams:people.failed",
  },
}

interface TeamTabProps extends Props {
  tab: keyof typeof TAB_SCRIPTS
  children?: ReactNode
}

/** What is on a tab. Its script is loaded when the tab is opened; what was built stands there until then. */
export function TeamTab({ locale, tab, children }: TeamTabProps) {
  const { session, team } = useViewer()
  const { load, loading, failed } = TAB_SCRIPTS[tab]
  const isOpen = useStore($openedTabs).has(tab)
  const { module, retry } = useImport(load, isOpen && team !== null)
  if (team && module) {
    return (
      <module.default locale={locale} team={team} session={session}>
        {children}
      </module.default>
    )
  }
  if (!retry) return children ?? <LoadingRows label={loading} />
  return (
    <>
      {children}
      <LoadFailed title={failed} failure={{ code: "unreachable", errors: {} }} onRetry={retry} />
    </>
  )
}

/** Reporting the team; nothing for who owns it. */
export function TeamReport({ locale, id, name, slug }: Props & Pick<Team, "id" | "name" | "slug">) {
  const { session, team } = useViewer()
  const isSignedIn = session.status === "signed-in"
  if (isSignedIn && (!team || team.role === "owner" || team.is_hidden)) return null
  return (
    <ReportAction
      locale={locale}
      target={{ kind: "team", id, title: name }}
      login={loginLink(localePath(teamPath(slug), locale), locale)}
      isSignedIn={isSignedIn}
    />
  )
}
