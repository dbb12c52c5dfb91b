import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { MenuButton } from "../../../ui/MenuButton.tsx"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { getManageTarget, type JoinState } from "../rights.ts"
import type { TeamForViewer } from "../schema.ts"
import { teamPath } from "../team.ts"
import { refreshTeam, setMembership } from "./team-page.ts"

interface Props {
  locale: Locale
  team: TeamForViewer
}

export interface MembershipActionsProps extends Props {
  join: Extract<JoinState, { kind: "pending" | "declined" | "member" }>
}

export default function MembershipActions({ locale, team, join }: MembershipActionsProps) {
  const t = tFor(locale)
  if (join.kind === "member") return <MemberButtons locale={locale} team={team} />
  return (
    <>
      <Button className="btn-small" disabled>
        {t(`teams:join.${join.kind}`)}
      </Button>
      {team.request?.reply && (
        <p className="basis-full text-md whitespace-pre-line wrap-anywhere">
          {t("teams:join.reply", { message: team.request.reply })}
        </p>
      )}
      {join.kind === "pending" && (
        <WithdrawButton locale={locale} team={team} requestId={join.requestId} />
      )}
    </>
  )
}

function WithdrawButton({ locale, team, requestId }: Props & { requestId: string }) {
  const t = tFor(locale)

  async function withdraw() {
    const result = await call(`/api/join-requests/${requestId}`, {
      method: "DELETE",
    })
    if (result.ok) setMembership(team, { request: null })
    // `not_found`: the request was already answered or withdrawn.
    else if (result.failure.code === "not_found") refreshTeam(team.slug)
    showOutcome(result, { title: t("teams:join.withdrawn") }, "teams:join.withdrawFailed")
    focusIdIfLost("team-actions")
  }

  return (
    <Button className="btn-ghost btn-small" onClick={withdraw}>
      {t("teams:join.withdraw")}
    </Button>
  )
}

function MemberButtons({ locale, team }: Props) {
  const t = tFor(locale)
  const target = getManageTarget(team.role)
  const path = localePath(teamPath(team.slug), locale)
  const leave = () =>
    openDialog(async () => (await import("../membership/LeaveDialog.tsx")).LeaveDialog, { team })
  return (
    <>
      {target && (
        <a
          className={`btn btn-small ${team.pending_requests > 0 ? "" : "btn-ghost"}`}
          href={target === "manage" ? `${path}/manage` : "#blog"}
        >
          {t("teams:page.manage")}
          {team.pending_requests > 0 && (
            <b
              className="badge border-transparent bg-night text-on-night"
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
