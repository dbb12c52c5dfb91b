/** A member's join requests, offered places and next events. Buttons answer an event. */
import { useStore } from "@nanostores/react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { CARD, CARD_ROW, Card, OwnEventCard } from "../events/signups/OwnEventCard.tsx"
import { $home, homeAnswers, sortOwnEvents } from "./member-home.ts"

interface Props {
  locale: Locale
  /** Id of the event with the most important button of the page. Null if no event has it. */
  mainEventId: string | null
}

const ROW = `${CARD_ROW} h-52`

export function OwnCards({ locale, mainEventId }: Props) {
  const t = tFor(locale)
  const { data, error } = useStore($home)
  if (!data && error) {
    return (
      <p className={`${ROW} flex-col justify-center text-soft`}>
        {t("home:yours.failed")}
        <Button className="btn-ghost btn-small self-start" onClick={$home.invalidate}>
          {t("common:tryAgain")}
        </Button>
      </p>
    )
  }
  if (!data) {
    return (
      <div className={`${ROW} overflow-hidden`} role="status" data-no-notice="">
        <span className="sr-only">{t("home:yours.loading")}</span>
        <span className={`${CARD} skeleton`} />
        <span className={`${CARD} skeleton`} />
        <span className={`${CARD} skeleton`} />
      </div>
    )
  }
  const { requests, events, is_new: isNew } = data
  if (requests.length + events.length === 0) {
    return (
      <div
        className="card flex min-h-52 flex-col justify-center gap-x-8 gap-y-3.5 px-5 py-4 md:flex-row md:items-center md:justify-between md:px-8"
        data-no-notice={isNew ? "" : undefined}
      >
        <p className="max-w-[52ch]">{t(isNew ? "home:yours.welcome" : "home:yours.empty")}</p>
        <a
          className={`btn btn-small ${mainEventId ? "btn-ghost" : ""}`}
          href={localePath(isNew ? "/welcome" : "/teams", locale)}
        >
          {t(isNew ? "home:yours.begin" : "home:hero.teams")}
        </a>
      </div>
    )
  }
  return (
    <ul className={`${ROW} overflow-x-auto [scrollbar-width:thin]`}>
      {requests.map(({ name, slug, count }) => (
        <Card
          key={slug}
          isUrgent
          label={name}
          title={t("home:yours.requests", { count })}
          href={localePath(`/teams/${slug}/manage#requests`, locale)}
        />
      ))}
      {sortOwnEvents(events).map((event) => (
        <OwnEventCard
          key={event.id}
          locale={locale}
          event={event}
          answers={homeAnswers}
          isMain={event.id === mainEventId}
        />
      ))}
    </ul>
  )
}
