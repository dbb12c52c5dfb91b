/** A member, with what the owner can do about them. */
import { useRef, useState } from "react"
import { formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Avatar } from "../../ui/Avatar.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { focusIfLost } from "../../ui/focus-if-lost.ts"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import type { MemberAct, TeamMember } from "./people.ts"
import { peopleStore } from "./team-page.ts"

interface Props {
  member: TeamMember
  isSelf: boolean
  acts: MemberAct[]
}

const ACT_TEXTS: Record<MemberAct, MessageKey> = {
  admin: "teams:people.makeAdmin",
  member: "teams:people.makeMember",
  owner: "teams:people.handOver",
  remove: "teams:people.remove",
}

export function MemberRow({ member, isSelf, acts }: Props) {
  const t = pageTranslate()
  const row = useRef<HTMLLIElement>(null)
  const [asked, setAsked] = useState<MemberAct | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const name = member.display_name ?? t("teams:people.hiddenName")
  const since = formatDate(member.created_at, "shortDate", pageLocale())

  async function act(what: MemberAct) {
    setIsBusy(true)
    const failure = await peopleStore.act(member.user_id, what)
    setIsBusy(false)
    setAsked(null)
    const done = { title: t(`teams:people.done.${what}`, { name }) }
    tellOutcome(failure, done, "teams:people.changeFailed", member.user_id)
    // Its buttons are others now, or it is gone.
    focusIfLost(() => row.current ?? document.getElementById("members"))
  }

  return (
    <li ref={row} className="team-member" tabIndex={-1}>
      <Avatar name={member.display_name ?? ""} url={member.avatar_url} />
      <div className="team-member-who">
        <a href={localePath(`/members/${member.user_id}`, pageLocale())}>{name}</a>
        {isSelf && <span className="soft"> ({t("teams:people.you")})</span>}
        <p className="meta">
          <span className="badge">{t(`teams:roles.${member.role}`)}</span>
          <span>{t("teams:people.since", { date: since })}</span>
        </p>
      </div>
      {acts.length > 0 && (
        <fieldset className="team-member-acts">
          <legend className="sr-only">{t("teams:people.actions", { name })}</legend>
          {acts.map((what) => (
            <button
              key={what}
              className={`btn btn-small ${what === "remove" ? "btn-danger" : "btn-ghost"}`}
              type="button"
              onClick={() => setAsked(what)}
            >
              {t(ACT_TEXTS[what])}
            </button>
          ))}
        </fieldset>
      )}
      {asked && acts.includes(asked) && (
        <ConfirmDialog
          title={t(`teams:people.confirm.${asked}.title`, { name })}
          text={t(`teams:people.confirm.${asked}.text`)}
          confirm={t(isBusy ? "teams:people.working" : ACT_TEXTS[asked])}
          cancel={t("teams:people.cancel")}
          isBusy={isBusy}
          onConfirm={() => void act(asked)}
          onCancel={() => !isBusy && setAsked(null)}
        />
      )}
    </li>
  )
}
