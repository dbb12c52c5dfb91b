/** The calendar as a list by day. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { byStartDay } from "./days.ts"
import { EventItem } from "./EventItem.tsx"
import { label } from "./labels.ts"
import { $isTeamMissing, agenda, choose, focusEvents, retry, today } from "./page.ts"

function NoEvents() {
  const t = pageTranslate()
  const isTeamMissing = useStore($isTeamMissing)
  if (!isTeamMissing) {
    return (
      <div className="state">
        <h2>{t("calendar:screen.empty.title")}</h2>
        <p className="soft">{t("calendar:screen.empty.text")}</p>
      </div>
    )
  }

  function showAll() {
    choose({ team: null })
    focusEvents()
  }

  return (
    <div className="state">
      <h2>{t("calendar:screen.noTeam.title")}</h2>
      <p className="soft">{t("calendar:screen.noTeam.text")}</p>
      <button className="btn btn-ghost btn-small" type="button" onClick={showAll}>
        {t("calendar:screen.anyTeam")}
      </button>
    </div>
  )
}

export function AgendaView() {
  const t = pageTranslate()
  const locale = pageLocale()
  const state = useStore(agenda.$agenda)
  if (state.status === "loading") return <LoadingRows label="calendar:screen.loading" />
  if (state.status === "failed") {
    return (
      <LoadFailed
        title="calendar:toasts.loadFailed"
        heading="h2"
        failure={state.failure}
        onRetry={retry}
      />
    )
  }
  const now = today()
  return (
    <div className="agenda">
      {state.isFromTheStart ? (
        <p className="hint">{t("calendar:screen.noEarlier")}</p>
      ) : (
        <WaitingButton
          className="btn-ghost btn-small"
          isBusy={state.working === "earlier"}
          onClick={() => void agenda.loadEarlier()}
        >
          {t("calendar:screen.earlier")}
        </WaitingButton>
      )}
      {state.events.length === 0 && <NoEvents />}
      <ol className="agenda-days">
        {byStartDay(state.events).map(({ day, events }) => (
          <li key={day}>
            <h2>
              {label(day, "day", locale)}
              {day === now && (
                <span className="badge badge-glow">{t("calendar:screen.today")}</span>
              )}
            </h2>
            <ul>
              {events.map((event) => (
                <EventItem key={event.id} event={event} level="h3" />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {state.next && (
        <WaitingButton
          className="btn-ghost"
          isBusy={state.working === "more"}
          onClick={() => void agenda.loadMore()}
        >
          {t("calendar:screen.more")}
        </WaitingButton>
      )}
    </div>
  )
}
