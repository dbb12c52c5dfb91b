import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { eventPath, isPostedBySiteEditors, localizeEvent, type PublicEvent } from "./event.ts"

interface Props {
  locale: Locale
  event: PublicEvent
  /** Whether the button has the accent color. */
  isMain: boolean
}

/**
 * Renders the sign-up button of an event in a list. It links to the registration on another site if the event has one,
 * otherwise to the sign-up on the event's page. If the site's editors posted an event that has neither, a note shows
 * that registration will open later.
 */
export function SignupLink({ locale, event, isMain }: Props) {
  const t = tFor(locale)
  const { registration_url } = event
  const signup =
    registration_url ??
    (event.signups.takes_signups ? `${localePath(eventPath(event.slug), locale)}#signup` : null)
  if (!signup) {
    return (
      isPostedBySiteEditors(event) && (
        <span className="max-w-28 text-end text-sm opacity-80" aria-disabled="true">
          {t("home:events.tba")}
        </span>
      )
    )
  }
  return (
    <a
      className={`btn btn-small relative max-sm:px-3.5 ${isMain ? "" : "btn-ghost"}`}
      href={signup}
      {...(registration_url && { rel: "noopener nofollow", target: "_blank" })}
      aria-label={t("signups:signUpFor", { title: localizeEvent(event, locale).title })}
    >
      {t("signups:signUp")}
    </a>
  )
}
