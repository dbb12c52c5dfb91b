import { useStore } from "@nanostores/react"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { $session } from "../../../session/session.ts"
import { useIsHydrated } from "../../../ui/hydration.ts"
import { MemberSignup } from "./MemberSignup.tsx"
import { getClosedText, SignupBox, type SignupEvent } from "./SignupBox.tsx"

interface Props {
  locale: Locale
  event: SignupEvent
  /** Path without the locale. */
  path: string
}

export function EventSignup({ locale, event, path }: Props) {
  const t = tFor(locale)
  const session = useStore($session)
  const isHydrated = useIsHydrated()
  if (isHydrated && session.status === "signed-in") {
    return <MemberSignup key={session.user.id} locale={locale} event={event} hasGoingInHeader />
  }
  if (!event.signups.takes_signups || event.is_cancelled) return null
  const closedText = getClosedText(event, locale, t)
  const query = new URLSearchParams({ next: `${localePath(path, locale)}#signup` })
  return (
    <div className="group-data-past:hidden">
      <SignupBox locale={locale} event={event} hasGoingInHeader>
        {closedText && <p className="text-md">{closedText}</p>}
        {!closedText && (
          <a className="btn" href={`${localePath("/login", locale)}?${query}`}>
            {t("signups:logIn")}
          </a>
        )}
      </SignupBox>
    </div>
  )
}
