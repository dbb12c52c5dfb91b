import { useStore } from "@nanostores/react"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { $session } from "../../../session/session.ts"
import { useIsHydrated } from "../../../ui/hydration.ts"
import { getClosedText } from "./closed-text.ts"
import type { SignupEvent } from "./counts.ts"
import { MemberSignup } from "./MemberSignup.tsx"
import { SignupBox } from "./SignupBox.tsx"

interface Props {
  locale: Locale
  event: SignupEvent
  /** Path of the event's page without the locale. */
  path: string
}

export function EventSignup({ locale, event, path }: Props) {
  const t = tFor(locale)
  const session = useStore($session)
  const isHydrated = useIsHydrated()
  if (isHydrated && session.status === "signed-in") {
    return <MemberSignup key={session.user.id} locale={locale} event={event} hasCountInHeader />
  }
  if (!event.signups.takes_signups || event.is_cancelled) return null
  const closedText = getClosedText(event, locale, t)
  const query = new URLSearchParams({ next: `${localePath(path, locale)}#signup` })
  const accountPages = [
    { page: "/login", label: t("common:session.logIn"), className: "" },
    { page: "/register", label: t("common:session.join"), className: "btn-ghost" },
  ]
  return (
    <div className="group-data-past:hidden">
      <SignupBox locale={locale} event={event} hasCountInHeader>
        {closedText && <p className="text-md">{closedText}</p>}
        {!closedText && (
          <>
            <p className="text-md">{t("signups:logIn")}</p>
            <div className="flex flex-wrap gap-2.5">
              {accountPages.map(({ page, label, className }) => (
                <a
                  key={page}
                  className={`btn flex-1 ${className}`}
                  href={`${localePath(page, locale)}?${query}`}
                >
                  {label}
                </a>
              ))}
            </div>
          </>
        )}
      </SignupBox>
    </div>
  )
}
