/** Loads and shows an event that has no prebuilt page yet. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ShellState } from "../../islands/ShellState.tsx"
import { getSlugInUrl, useItem } from "../../islands/use-item.ts"
import { CommentsSection } from "../comments/CommentsSection.tsx"
import { EventReactions } from "./EventReactions.tsx"
import { EventView } from "./EventView.tsx"
import { eventPath, localizeEvent } from "./event.ts"
import { type PublicEvent, publicEvent } from "./schema.ts"
import { EventSignup } from "./signups/EventSignup.tsx"

export function EventShell({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const getTitle = (event: PublicEvent) => localizeEvent(event, locale).title
  const slug = getSlugInUrl("events")
  const notFoundTexts = {
    title: t("calendar:event.notFound.title"),
    text: t("calendar:event.notFound.text"),
  }
  const loadState = useItem(
    slug && `/api/events/${slug}`,
    publicEvent,
    getTitle,
    notFoundTexts.title,
  )
  if (loadState.status === "found") {
    const { item: event } = loadState
    return (
      <EventView
        locale={locale}
        event={event}
        isBuilt={false}
        signup={<EventSignup locale={locale} event={event} path={eventPath(event.slug)} />}
        report={<EventReactions locale={locale} event={event} title={getTitle(event)} />}
        comments={
          <CommentsSection
            isInColumn
            locale={locale}
            contentId={event.id}
            path={eventPath(event.slug)}
          />
        }
      />
    )
  }
  return (
    <ShellState
      locale={locale}
      state={loadState}
      loading={t("calendar:event.loading")}
      notFound={notFoundTexts}
      failed={{ title: t("calendar:event.failed.title"), text: t("calendar:event.failed.text") }}
      back={{ href: localePath("/calendar", locale), label: t("calendar:event.back") }}
    />
  )
}
