/** Dialog that confirms leaving a team. If the owner leaves, the dialog names the next owner. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type { Translate } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { $session } from "../../../session/session.ts"
import { call } from "../../../shared/call.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { showToastOnNextPage } from "../../../ui/toast/toasts.ts"
import { $members, changeMembers, refreshTeam, setMembership } from "../page/team-page.ts"
import { openTab } from "../page/team-script.ts"
import { findNextOwner } from "../rights.ts"
import type { TeamForViewer, TeamMember } from "../schema.ts"

interface Props {
  team: TeamForViewer
  onClose: () => void
}

function formatConsequence(
  team: TeamForViewer,
  members: TeamMember[] | undefined,
  t: Translate,
): string {
  if (team.role !== "owner") return t("teams:leave.text")
  if (!members) return t("teams:leave.ownerUnknown")
  const nextOwner = findNextOwner(members)
  return nextOwner
    ? t("teams:leave.passesTo", { name: nextOwner.display_name ?? t("teams:people.hiddenName") })
    : t("teams:leave.ends")
}

export function LeaveDialog({ team, onClose }: Props) {
  const t = pageTranslate()
  const members = useStore($members).data?.members
  const session = useStore($session)
  const [isBusy, setIsBusy] = useState(false)
  const path = `/api/teams/${team.slug}`

  useEffect(() => onMemberLeft(onClose), [onClose])
  useEffect(() => {
    if (team.role !== "owner") return
    // Loads the current members, because the dialog names the next owner.
    openTab("members")
    refreshTeam(team.slug)
  }, [team.role, team.slug])

  async function leave() {
    if (session.status !== "signed-in") return onClose()
    setIsBusy(true)
    const { id } = session.user
    const result = await call(`${path}/members/${id}`, { method: "DELETE" })
    const teamAfterLeaving = result.ok ? await call(path, { cache: "no-store" }) : null
    setIsBusy(false)
    onClose()
    const done = { title: t("teams:leave.done", { team: team.name }) }
    if (teamAfterLeaving && !teamAfterLeaving.ok && teamAfterLeaving.failure.code === "not_found") {
      // The last member has left, so the team was deleted.
      showToastOnNextPage({ tone: "success", ...done })
      return location.assign(localePath("/teams", pageLocale()))
    }
    if (result.ok) setMembership(team, { role: null, request: null, is_following: false })
    changeMembers(team.slug, (members) =>
      result.ok ? members.filter(({ user_id }) => user_id !== id) : members,
    )
    showOutcome(result, done, "teams:leave.failed")
    focusIdIfLost("team-actions")
  }

  return (
    <ConfirmDialog
      title={t("teams:leave.title", { team: team.name })}
      text={formatConsequence(team, members, t)}
      confirm={t(isBusy ? "teams:leave.leaving" : "teams:leave.confirm")}
      cancel={t("teams:leave.cancel")}
      isBusy={isBusy}
      onConfirm={() => void leave()}
      onCancel={() => !isBusy && onClose()}
    />
  )
}
