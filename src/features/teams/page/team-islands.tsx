/** Parts of a team's page that depend on the viewer. On the prebuilt page, these components are islands. */
import { useStore } from "@nanostores/react"
import { type ComponentType, type ReactNode, useEffect } from "react"
import type { MessageKey } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { markNotificationsRead } from "../../../session/mark-notifications-read.ts"
import { $session, type Session } from "../../../session/session.ts"
import { Button } from "../../../ui/Button.tsx"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { useIsHydrated } from "../../../ui/hydration.ts"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { useImport } from "../../../ui/use-import.ts"
import { Follow } from "../../follows/FollowButton.tsx"
import { teamFollowPath } from "../../follows/follow.ts"
import { ReportAction } from "../../reports/ReportAction.tsx"
import { getJoinState } from "../rights.ts"
import type { Team, TeamForViewer } from "../schema.ts"
import { teamPath } from "../team.ts"
import type { MembershipActionsProps } from "./MembershipActions.tsx"
import { $team, type TabProps, teamFollow } from "./team-page.ts"
import { $openedTabs } from "./team-script.ts"

interface Props {
  locale: Locale
}

const LOADING_SESSION: Session = { status: "loading" }

/**
 * Returns the session, and the team's data for the viewer. Until hydration, both are unknown, as in the prebuilt HTML.
 */
export function useTeamForViewer() {
  const session = useStore($session)
  const { data: team = null, error } = useStore($team)
  return useIsHydrated()
    ? { session, team, error }
    : { session: LOADING_SESSION, team: null, error: undefined }
}

export function MemberCount({ locale, builtCount }: Props & { builtCount: number }) {
  const { team } = useTeamForViewer()
  return tFor(locale)("teams:members", { count: team?.member_count ?? builtCount })
}

export interface ActionsProps extends Props {
  slug: string
  followers: number
}

export function TeamActions(props: ActionsProps) {
  const { team } = useTeamForViewer()
  const id = team?.id
  useEffect(() => {
    if (id) void markNotificationsRead("team", [id])
  }, [id])
  return (
    <>
      <JoinActions {...props} />
      <TeamFollow {...props} />
    </>
  )
}

function TeamFollow({ locale, slug, followers }: ActionsProps) {
  const { session, team, error } = useTeamForViewer()
  if (team?.is_hidden || (error && !team)) return null
  return (
    <Follow
      locale={locale}
      path={teamFollowPath(slug)}
      follow={teamFollow}
      state={session.status === "signed-in" ? team : null}
      followers={team?.follower_count ?? followers}
      isOwn={team !== null && team.role !== null}
      loginUrl={getLoginLink(localePath(teamPath(slug), locale), locale)}
    />
  )
}

function JoinActions({ locale, slug }: ActionsProps) {
  const t = tFor(locale)
  const { session, team, error } = useTeamForViewer()
  const join = getJoinState(session.status, team)
  if (join.kind === "anonymous" || join.kind === "unknown") {
    return error && join.kind === "unknown" ? (
      <TryAgain locale={locale} onClick={$team.invalidate} />
    ) : (
      <>
        <a
          className="btn btn-small hidden signed-out:inline-flex"
          href={getLoginLink(localePath(teamPath(slug), locale), locale)}
        >
          {t("teams:join.button")}
        </a>
        <Skeleton />
      </>
    )
  }
  if (!team) return null
  if (join.kind !== "open") return <LazyMembershipActions locale={locale} team={team} join={join} />
  return team.is_hidden ? null : <JoinButton locale={locale} team={team} />
}

const importMembershipActions = () => import("./MembershipActions.tsx")

function LazyMembershipActions(props: MembershipActionsProps) {
  const { module, retry } = useImport(importMembershipActions)
  if (module) return <module.default {...props} />
  return retry ? <TryAgain locale={props.locale} onClick={retry} /> : <Skeleton />
}

const Skeleton = () => <span className="skeleton h-10 w-35 rounded-full signed-out:hidden" />

const TryAgain = ({ locale, onClick }: Props & { onClick: () => void }) => (
  <Button className="btn-ghost btn-small" onClick={onClick}>
    {tFor(locale)("common:tryAgain")}
  </Button>
)

function JoinButton({ locale, team }: Props & { team: TeamForViewer }) {
  const open = () =>
    openDialog(
      async () => {
        const [{ JoinDialog }] = await Promise.all([
          import("../membership/JoinDialog.tsx"),
          // Preloads `MembershipActions`, which replaces this button after the request was sent.
          importMembershipActions(),
        ])
        return JoinDialog
      },
      { team },
    )
  return (
    <Button className="btn-small" onClick={() => void open()}>
      {tFor(locale)("teams:join.button")}
    </Button>
  )
}

interface TabContent {
  load: () => Promise<{ default: ComponentType<TabProps> }>
  loading: MessageKey
  failed: MessageKey
}

const TAB_CONTENTS: Record<"blog" | "members", TabContent> = {
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
  tab: keyof typeof TAB_CONTENTS
  children?: ReactNode
}

/** Loads the code of a tab when the tab is opened. Until then, shows the prebuilt content (`children`). */
export function TeamTab({ locale, tab, children }: TeamTabProps) {
  const { session, team } = useTeamForViewer()
  const { load, loading, failed } = TAB_CONTENTS[tab]
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
      <LoadFailed title={failed} onRetry={retry} />
    </>
  )
}

export function TeamReport({ locale, id, name, slug }: Props & Pick<Team, "id" | "name" | "slug">) {
  const { session, team } = useTeamForViewer()
  const isSignedIn = session.status === "signed-in"
  if (isSignedIn && (!team || team.role === "owner" || team.is_hidden)) return null
  return (
    <ReportAction
      locale={locale}
      target={{ kind: "team", id, title: name }}
      loginUrl={getLoginLink(localePath(teamPath(slug), locale), locale)}
      isSignedIn={isSignedIn}
    />
  )
}
