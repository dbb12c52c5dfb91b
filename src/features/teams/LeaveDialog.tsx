/** Asks before somebody leaves a team; an owner reads who gets it. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { showToastOnNextPage } from "../../ui/toasts.ts"
import { onLeft } from "../session/on-left.ts"
import { $session } from "../session/session.ts"
import { heirOf, type PeopleState } from "./people.ts"
import type { SeenTeam } from "./team.ts"
import { peopleStore, teamStore } from "./team-page.ts"

interface Props {
  team: SeenTeam
  onClose: () => void
}

function consequence(team: SeenTeam, people: PeopleState, t: Translate): string {
  if (team.role !== "owner") return t("teams:leave.text")
  if (people.status !== "ready") return t("teams:leave.ownerUnknown")
  const heir = heirOf(people.members)
  return heir
    ? t("teams:leave.passesTo", { name: heir.display_name ?? t("teams:people.hiddenName") })
    : t("teams:leave.ends")
}

export function LeaveDialog({ team, onClose }: Props) {
  const t = pageTranslate()
  const people = useStore(peopleStore.$people)
  const session = useStore($session)
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => onLeft(onClose), [onClose])
  // Who is in it decides what happens, so it is read anew.
  useEffect(() => {
    if (team.role === "owner") void peopleStore.load()
  }, [team.role])

  async function leave() {
    if (session.status !== "signed-in") return onClose()
    setIsBusy(true)
    const failure = await peopleStore.act(session.user.id, "remove")
    setIsBusy(false)
    onClose()
    const done = { title: t("teams:leave.done", { team: team.name }) }
    if (!failure && teamStore.$team.get().status === "not-found") {
      // It ended with its last member.
      showToastOnNextPage({ tone: "success", ...done })
      location.assign(localePath("/teams", pageLocale()))
    } else {
      tellOutcome(failure, done, "teams:leave.failed")
      focusIdIfLost("team-actions")
    }
  }

  return (
    <ConfirmDialog
      title={t("teams:leave.title", { team: team.name })}
      text={consequence(team, people, t)}
      confirm={t(isBusy ? "teams:leave.leaving" : "teams:leave.confirm")}
      cancel={t("teams:leave.cancel")}
      isBusy={isBusy}
      onConfirm={() => void leave()}
      onCancel={() => !isBusy && onClose()}
    />
  )
}
