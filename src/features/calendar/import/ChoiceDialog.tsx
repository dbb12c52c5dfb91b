import { useId, useState } from "react"
import * as z from "zod/mini"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { PublishNotice } from "../../account/email/PublishNotice.tsx"
import type { ChosenEvents, FoundEvent, FoundEvents } from "../../events/import/schema.ts"
import { formatDateAndTime } from "../../events/when.ts"
import { reloadEvents } from "../queries.ts"
import { NOTICE_TEXTS, type Source } from "./SourceDialog.tsx"

const importCounts = z.object({ added: z.number(), changed: z.number() })

interface EventChoiceProps {
  event: FoundEvent
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function EventChoice({ event, isChosen, onChange }: EventChoiceProps) {
  const t = pageTranslate()
  const id = useId()
  const { date, time, zone } = formatDateAndTime(event, pageLocale())
  return (
    <li className="check border-t border-line py-3">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        aria-describedby={`${id}-details`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0">
        <label className="label wrap-anywhere" htmlFor={id}>
          {event.title}
        </label>
        <div id={`${id}-details`}>
          <p className="hint wrap-anywhere">
            {[date, time, zone, event.location].filter(Boolean).join(" · ")}
          </p>
          {event.unknown_zone && (
            <p className="hint wrap-anywhere">
              {t("calendar:import.unknownZone", { name: event.unknown_zone })}
            </p>
          )}
          <p className="mt-2 flex flex-wrap gap-2.5">
            {event.changes ? (
              event.changes.map((change) => (
                <span key={change} className="badge">
                  {t(`calendar:import.changes.${change}`)}
                </span>
              ))
            ) : (
              <span className="badge badge-glow">{t("calendar:import.new")}</span>
            )}
          </p>
        </div>
      </div>
    </li>
  )
}

/** Reasons why events of the calendar cannot be chosen (see `FoundEvents`). */
const LEFT_OUT_REASONS = ["same", "past", "more", "repeated", "unusable"] as const

function LeftOutCounts({ foundEvents }: { foundEvents: FoundEvents }) {
  const t = pageTranslate()
  return (
    <div className="grid gap-1">
      {LEFT_OUT_REASONS.map(
        (reason) =>
          foundEvents[reason] > 0 && (
            <p key={reason} className="hint">
              {t(`calendar:import.${reason}`, { count: foundEvents[reason] })}
            </p>
          ),
      )}
    </div>
  )
}

/** Events without changes are already imported. `changes` is null for new events. */
const isNewOrChanged = ({ changes }: FoundEvent) => changes?.length !== 0

interface ChoiceProps {
  source: Source
  foundEvents: FoundEvents
  onBack: () => void
  onDone: () => void
}

/** Second step of an import: the member chooses events of the calendar, which are then stored. */
export function ChoiceDialog({ source, foundEvents, onBack, onDone }: ChoiceProps) {
  const t = pageTranslate()
  const [form] = useState(() => {
    const { team_id, event_type, language } = source
    const chosenEvents = new Set(foundEvents.events.filter(isNewOrChanged))
    return createForm(
      { chosenEvents },
      {
        check({ chosenEvents }: { chosenEvents: Set<FoundEvent> }) {
          const events = foundEvents.events.filter((event) => chosenEvents.has(event))
          const body = { team_id, event_type, language, country: source.country || null, events }
          return { ok: true as const, body: body satisfies ChosenEvents }
        },
        send: (payload) => call("/api/imports", { method: "POST", payload, read: importCounts }),
      },
    )
  })
  const { values, change, failure, isSending } = useForm(form)
  const { chosenEvents } = values
  const choices = foundEvents.events.filter(isNewOrChanged)

  async function importChosen() {
    if (chosenEvents.size === 0) return
    const result = await form.submit()
    if (!result?.ok) return
    const { added, changed } = result.body
    showToast({
      tone: "success",
      title: t("calendar:import.done", { count: added + changed }),
      text: source.event_type === "public" ? t("calendar:import.soon") : undefined,
    })
    reloadEvents()
    onDone()
  }

  function setChosen(event: FoundEvent, isChosen: boolean) {
    const others = [...chosenEvents].filter((other) => other !== event)
    change({ chosenEvents: new Set(isChosen ? [...others, event] : others) })
  }

  return (
    <FormDialog
      title={t("calendar:import.choose")}
      className="w-150"
      isDialogFocused
      cancel={t("calendar:import.back")}
      submit={
        chosenEvents.size > 0
          ? t("calendar:import.submit", { count: chosenEvents.size })
          : t("calendar:import.nothing")
      }
      isSending={isSending}
      failure={failure}
      notice={<PublishNotice failure={failure} {...NOTICE_TEXTS} />}
      onSubmit={importChosen}
      onCancel={onBack}
    >
      {choices.length === 0 && <p>{t("calendar:import.none")}</p>}
      <LeftOutCounts foundEvents={foundEvents} />
      {choices.length > 0 && (
        <ul>
          {choices.map((event) => (
            <EventChoice
              key={event.uid}
              event={event}
              isChosen={chosenEvents.has(event)}
              onChange={(isChosen) => setChosen(event, isChosen)}
            />
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
