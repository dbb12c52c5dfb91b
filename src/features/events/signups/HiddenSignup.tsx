import { getCountryColor } from "../../../countries.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { Button } from "../../../ui/Button.tsx"
import { EventDate } from "../EventDate.tsx"
import { teamPath } from "../event.ts"
import { formatShortDateAndTime } from "../hours.ts"
import { getCancelKey } from "./MemberSignup.tsx"
import type { HiddenEventSignup } from "./schema.ts"
import { cancelSignup } from "./store.ts"

interface Props {
  signup: HiddenEventSignup
  onCanceled: () => void
}

/** Shows a sign-up for a hidden event without the event's texts, so that the member can cancel the sign-up. */
export function HiddenSignup({ signup, onCanceled }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { event_id, status, is_cancelled, team_name, team_slug } = signup

  async function cancel() {
    if (await cancelSignup(event_id)) onCanceled()
  }

  return (
    <div
      className={`place-${getCountryColor(signup.country)} grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 py-3.5`}
    >
      <EventDate locale={locale} event={signup} />
      <div>
        <h2 className="text-base">{t("signups:hidden.title")}</h2>
        <p className="meta">
          <span>{formatShortDateAndTime(signup, locale, t)}</span>
          {team_slug && <a href={localePath(teamPath(team_slug), locale)}>{team_name}</a>}
          <span className="badge">{t(`signups:mine.is.${status}`)}</span>
        </p>
        <p className="mt-1 max-w-[62ch] text-md">
          {t(is_cancelled ? "calendar:event.cancelledText" : "signups:hidden.text")}
        </p>
        {status !== "not_going" && (
          <Button className="btn-ghost btn-small mt-2" onClick={cancel}>
            {t(getCancelKey(status))}
          </Button>
        )}
      </div>
    </div>
  )
}
