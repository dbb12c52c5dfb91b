import { useStore } from "@nanostores/react"
import { type ReactNode, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { $session } from "../../session/session.ts"
import { useIsHydrated } from "../../ui/hydration.ts"
import { ReportAction } from "../reports/ReportAction.tsx"
import { eventPath, type PublicEvent } from "./event.ts"
import { isHidden } from "./signups/schema.ts"
import { createSignupStore } from "./signups/store.ts"

interface Props {
  locale: Locale
  event: Pick<PublicEvent, "id" | "slug" | "is_hidden">
  title: string
}

export function EventReport({ locale, event, title }: Props) {
  const session = useStore($session)
  const isHydrated = useIsHydrated()
  const renderReportLink = (isSignedIn: boolean) => (
    <ReportAction
      locale={locale}
      target={{ kind: "event", id: event.id, title }}
      loginUrl={getLoginLink(localePath(eventPath(event.slug), locale), locale)}
      isSignedIn={isSignedIn}
    />
  )
  if (!isHydrated || session.status !== "signed-in") return renderReportLink(false)
  return event.is_hidden ? null : (
    <HiddenFromManagers id={event.id}>{renderReportLink(true)}</HiddenFromManagers>
  )
}

/** Managers of the event see no report link, because they can edit or delete the event. */
function HiddenFromManagers({ id, children }: { id: string; children: ReactNode }) {
  const [store] = useState(() => createSignupStore(id))
  const { data } = useStore(store.$query)
  return data && !isHidden(data) && data.manages ? null : children
}
