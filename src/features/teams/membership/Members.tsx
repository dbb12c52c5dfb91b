import { useStore } from "@nanostores/react"
import { useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { MessageKey } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { QueryState } from "../../../islands/QueryState.tsx"
import { call } from "../../../shared/call.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { Avatar } from "../../../ui/pictures/Avatar.tsx"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
// This import registers the dialog in which the member confirms the identity when the server requires it.
import "../../account/proof/start.ts"
import { Button } from "../../../ui/Button.tsx"
import { $members, $slug, changeMembers, type TabProps } from "../page/team-page.ts"
import { applyMemberAction, getMemberActions, type MemberAction } from "../rights.ts"
import type { TeamMember, TeamRole } from "../schema.ts"

/** Renders a team's members from the API, for signed-in visitors and for teams without a prebuilt page. */
export default function Members({ locale, team, session, children }: TabProps) {
  const { data } = useStore($members)
  if (data) {
    const viewerId = session.status === "signed-in" ? session.user.id : undefined
    return (
      <MemberList
        locale={locale}
        members={data.members}
        viewerId={viewerId}
        role={viewerId === undefined ? null : team.role}
      />
    )
  }
  return (
    children ?? (
      <QueryState query={$members} loading="teams:people.loading" failed="teams:people.failed" />
    )
  )
}

interface ListProps {
  locale: Locale
  members: TeamMember[]
  viewerId?: string
  role?: TeamRole | null
}

export function MemberList({ locale, members, viewerId, role = null }: ListProps) {
  const t = tFor(locale)
  return (
    <ul>
      {members.map((member) => {
        const { user_id: id, display_name, avatar_url, created_at } = member
        const name = display_name ?? t("teams:people.hiddenName")
        const actions = getMemberActions(role, member)
        return (
          <li
            key={id}
            id={`member-${id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 last:border-b"
            tabIndex={-1}
          >
            <Avatar name={display_name ?? ""} url={avatar_url} />
            <div className="min-w-0 grow basis-55 wrap-anywhere">
              <a
                className="font-semibold underline-offset-4 hover:underline"
                href={localePath(`/members/${id}`, locale)}
              >
                {name}
              </a>
              {id === viewerId && <span className="text-soft"> ({t("teams:people.you")})</span>}
              <p className="meta mt-1">
                <span className="badge">{t(`teams:roles.${member.role}`)}</span>
                <span>
                  {t("teams:people.since", { date: formatDate(created_at, "shortDate", locale) })}
                </span>
              </p>
            </div>
            {actions.length > 0 && (
              <MemberActions locale={locale} id={id} name={name} actions={actions} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const ACTION_TEXTS: Record<MemberAction, MessageKey> = {
  admin: "teams:people.makeAdmin",
  member: "teams:people.makeMember",
  owner: "teams:people.handOver",
  remove: "teams:people.remove",
}

interface ActionsProps {
  locale: Locale
  id: string
  name: string
  actions: MemberAction[]
}

function MemberActions({ locale, id, name, actions }: ActionsProps) {
  const t = tFor(locale)
  const slug = useStore($slug)
  const [confirming, setConfirming] = useState<MemberAction | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function runAction(action: MemberAction) {
    setIsBusy(true)
    const result = await call(`/api/teams/${slug}/members/${id}`, {
      ...(action === "remove"
        ? { method: "DELETE" as const }
        : { method: "PATCH" as const, payload: { role: action } }),
    })
    setIsBusy(false)
    setConfirming(null)
    const change = (members: TeamMember[]) =>
      result.ok ? applyMemberAction(members, id, action) : members
    // This call also reads the members again, because the list may be outdated after a failure.
    if (slug) changeMembers(slug, change)
    showOutcome(
      result,
      { title: t(`teams:people.done.${action}`, { name }) },
      "teams:people.changeFailed",
      id,
    )
    focusIfLost(() => document.getElementById(`member-${id}`) ?? document.getElementById("members"))
  }

  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{t("teams:people.actions", { name })}</legend>
      {actions.map((action) => (
        <Button
          key={action}
          className={`btn-small ${action === "remove" ? "btn-danger" : "btn-ghost"}`}
          onClick={() => setConfirming(action)}
        >
          {t(ACTION_TEXTS[action])}
        </Button>
      ))}
      {confirming && (
        <ConfirmDialog
          title={t(`teams:people.confirm.${confirming}.title`, { name })}
          text={t(`teams:people.confirm.${confirming}.text`)}
          confirm={t(isBusy ? "teams:people.working" : ACTION_TEXTS[confirming])}
          cancel={t("teams:people.cancel")}
          isDanger={confirming === "owner" || confirming === "remove"}
          isBusy={isBusy}
          onConfirm={() => void runAction(confirming)}
          onCancel={() => !isBusy && setConfirming(null)}
        />
      )}
    </fieldset>
  )
}
