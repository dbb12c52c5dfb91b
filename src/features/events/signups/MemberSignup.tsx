import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { currentTime } from "../../../shared/clock.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { IslandIcon, type IslandIconName } from "../../../ui/island-icons.tsx"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { countFreePlaces, isOver, managePath } from "../event.ts"
import { checkAnswers } from "./answers.ts"
import { getClosedText } from "./closed-text.ts"
import { isCancelledOrOver, type SignupEvent } from "./counts.ts"
import { openEntryCode, usePreloadedEntryCode } from "./open-entry-code.ts"
import { SignupBox } from "./SignupBox.tsx"
import { type Answer, isHidden, type Signup } from "./schema.ts"
import { showInSignupBar } from "./signup-bar.ts"
import { createSignupStore, type SignupStore } from "./store.ts"

interface Props {
  locale: Locale
  event: SignupEvent
  /** Whether the section is on the organizers' page. That page shows elsewhere why an event is not listed. */
  isOnOrganizersPage?: boolean
  /** Whether the header of the page shows the number of attendees (`data-going`). */
  hasCountInHeader?: boolean
}

export function MemberSignup({
  locale,
  event: prebuiltEvent,
  isOnOrganizersPage = false,
  hasCountInHeader = false,
}: Props) {
  const t = tFor(locale)
  const [store] = useState(() => createSignupStore(prebuiltEvent.id))
  const { data, error } = useStore(store.$query)
  const [attendees, setAttendees] = useState<typeof import("./Attendees.tsx") | null>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    // If the import fails, only the names of the attendees are missing.
    if (isLoaded) void import("./Attendees.tsx").then(setAttendees, () => undefined)
  }, [isLoaded])
  const going = data && !isHidden(data) ? data.event.signups.going : null
  useEffect(() => {
    if (going !== null) showGoing(going, t("signups:counts.going", { count: going }))
  }, [going, t])
  if (!data) {
    if (!prebuiltEvent.signups.takes_signups || isCancelledOrOver(prebuiltEvent)) return null
    return (
      <SignupBox locale={locale} event={prebuiltEvent} hasCountInHeader={hasCountInHeader}>
        {error ? (
          <LoadFailed
            title="signups:failed"
            failure={error.failure}
            onRetry={store.$query.invalidate}
          />
        ) : (
          <span className="skeleton min-h-18 rounded-card" role="status">
            <span className="sr-only">{t("signups:loading")}</span>
          </span>
        )}
      </SignupBox>
    )
  }
  if (isHidden(data)) {
    return (
      <SignupBox locale={locale} event={prebuiltEvent} isAnswered>
        <p className="text-md">{t("signups:hidden.text")}</p>
        <a className="btn btn-ghost btn-small w-fit" href={localePath("/my-events", locale)}>
          {t("signups:mine.meta")}
        </a>
      </SignupBox>
    )
  }
  const { event, mine, organizes, manages, people } = data
  // After the event, attendees still see the section, unless the event was canceled.
  const isShown = isCancelledOrOver(event)
    ? mine?.status === "going" && !event.is_cancelled
    : event.signups.takes_signups || mine !== null
  // Organizers always see the section on the event's page, because it links to the attendee list.
  if (!isShown && (!organizes || isOnOrganizersPage)) return null
  return (
    <SignupBox
      locale={locale}
      event={event}
      isAnswered={mine !== null}
      hasCountInHeader={hasCountInHeader}
    >
      {manages && event.unlisted_reason && !isOnOrganizersPage && (
        <p className="hint">{t(`calendar:unlisted.${event.unlisted_reason}`)}</p>
      )}
      <OwnAnswer locale={locale} store={store} signup={data} />
      {attendees && !isCancelledOrOver(event) && (
        <attendees.Attendees locale={locale} people={people} going={event.signups.going} />
      )}
      {organizes && !isOnOrganizersPage && (
        <a
          className="btn btn-ghost btn-small w-fit"
          href={localePath(managePath(event.id), locale)}
        >
          {t("signups:manage")}
        </a>
      )}
    </SignupBox>
  )
}

/** Shows the current number of attendees below the title of an event's page. */
function showGoing(count: number, label: string): void {
  const link = document.querySelector<HTMLElement>("[data-going]")
  const text = link?.querySelector("span")
  if (!link || !text) return
  link.hidden = count === 0
  text.textContent = label
}

/** Returns a sentence about the member's answer, for example with the position on the waitlist. */
function getAnswerText(
  { event, mine, position }: Signup,
  locale: Locale,
  t: Translate,
): string | null {
  if (!mine) return null
  if (mine.status === "waiting") {
    return position === null
      ? t("signups:state.tooLarge")
      : t("signups:state.waiting", { position })
  }
  if (mine.status === "offered") {
    const until = mine.offered_until ?? event.end_date
    return t("signups:state.offered", {
      time: formatDate(until, "dateTime", locale, event.time_zone),
    })
  }
  if (mine.status === "going" && mine.guests > 0) {
    return t("signups:state.goingWith", { count: mine.guests })
  }
  return t(`signups:state.${mine.status}`)
}

/** Asks before a member gives up a place in a full event, because the place goes to another member at once. */
const confirmLeaving = () =>
  new Promise<boolean>((resolve) => {
    void openDialog(async () => (await import("./LeaveDialog.tsx")).LeaveDialog, { resolve })
  })

interface OwnAnswerProps {
  locale: Locale
  store: SignupStore
  signup: Signup
}

function OwnAnswer({ locale, store, signup }: OwnAnswerProps) {
  const t = tFor(locale)
  const { event, mine } = signup
  const [openForm, setOpenForm] = useState<Awaited<ReturnType<typeof loadForm>>>(null)
  const [pendingAnswer, setPendingAnswer] = useState<Answer | "change" | null>(null)
  const { takes_signups, guests_max, signup_questions } = event.signups
  // The stored answers are checked, because organizers may have changed the questions.
  const answerErrors = checkAnswers(signup_questions, mine?.answers ?? {}, { isGoing: true })
  /** Whether the member can accept an offered place without filling in the form. */
  const canAccept = !signup.needs_name && Object.keys(answerErrors).length === 0
  const closedText = getClosedText(event, locale, t)
  /** Whether the member has a place, is offered one, or is on the waitlist. */
  const isListed =
    mine?.status === "going" || mine?.status === "offered" || mine?.status === "waiting"
  const isFull = countFreePlaces(event) === 0 || signup.has_waitlist
  const signUpKey = isFull ? "signups:answers.wait" : "signups:signUp"
  const answerText = getAnswerText(signup, locale, t)
  usePreloadedEntryCode(mine?.status === "going" && !isCancelledOrOver(event))

  async function loadForm() {
    try {
      const { createSignupForm, SignupForm } = await import("./SignupForm.tsx")
      return { SignupForm, signupForm: createSignupForm(store, signup) }
    } catch {
      return null
    }
  }

  /** Stores an answer. Opens the form if details are missing, or if the member changes them (status "change"). */
  async function handlePress(status: Answer | "change") {
    if (pendingAnswer) return
    const losesPlace = status === "not_going" && mine?.status === "going" && isFull
    if (losesPlace && !(await confirmLeaving())) return
    setPendingAnswer(status)
    const needsNoForm =
      status !== "change" && (status !== "going" || (mine?.status === "offered" && canAccept))
    if (needsNoForm) await store.answer(status, signup)
    else {
      const form = await loadForm()
      const hasFields =
        status === "change" ||
        mine?.status === "offered" ||
        signup.needs_name ||
        guests_max > 0 ||
        signup_questions.length > 0
      // A form without fields is sent at once. It opens only to show why the answer was rejected.
      if (form && (hasFields || !(await form.signupForm.signUp()))) setOpenForm(form)
    }
    setPendingAnswer(null)
    focusIdIfLost("signup")
  }

  /**
   * Returns the label and action of the button in the bar at the bottom of the page, or null to hide it. The button is
   * a link, so a press also scrolls to this section.
   */
  function getBarAction() {
    if (isCancelledOrOver(event) || (closedText && !isListed)) return null
    if (mine?.status === "going") {
      return { label: t("signups:code.show"), press: () => openEntryCode(event.id, mine.id) }
    }
    if (mine?.status === "waiting") {
      return { label: t("signups:form.change"), press: () => void handlePress("change") }
    }
    const label = mine?.status === "offered" ? "signups:offer.yes" : signUpKey
    return { label: t(label), press: () => void handlePress("going") }
  }
  const barText = mine?.status === "going" ? `✓ ${answerText}` : (answerText ?? closedText)
  // The effect has no dependencies, so it updates the bar after each rendering.
  useEffect(() => showInSignupBar({ text: barText, action: getBarAction() }))

  function closeForm() {
    setOpenForm(null)
    focusIdIfLost("signup")
  }

  if (isOver(event, currentTime())) {
    return mine?.status === "going" ? <p className="text-md">{t("signups:state.went")}</p> : null
  }
  if (event.is_cancelled) return null
  if (openForm) {
    const { SignupForm, signupForm } = openForm
    return (
      <SignupForm locale={locale} signupForm={signupForm} signup={signup} onClose={closeForm} />
    )
  }
  const renderAnswerButton = (
    status: Answer | "change",
    label: string,
    { isMain = false }: { isMain?: boolean } = {},
  ) => (
    <Button
      className={isMain ? "" : "btn-ghost btn-small"}
      isBusy={pendingAnswer === status}
      onClick={() => void handlePress(status)}
    >
      {label}
    </Button>
  )
  const renderAnswerTile = (status: Answer, label: string, icon: IslandIconName) => {
    const isGiven = mine?.status === status
    return (
      <Button
        className={`min-h-18 flex-col gap-1 rounded-card text-xs hyphens-auto wrap-anywhere max-md:px-0 ${TILE_CLASSES[isGiven ? "given" : status]}`}
        isBusy={pendingAnswer === status}
        aria-pressed={isGiven}
        onClick={() => !isGiven && void handlePress(status)}
      >
        <IslandIcon name={icon} />
        {label}
      </Button>
    )
  }
  return (
    <>
      {answerText && (
        <p className="flex items-center gap-2.5 font-semibold" role="status">
          {mine?.status === "going" && (
            <span className="grid size-7 flex-none place-items-center rounded-full bg-glow text-on-glow">
              <IslandIcon name="check" size={18} />
            </span>
          )}
          {answerText}
        </p>
      )}
      {closedText && !isListed && takes_signups && (
        <p className="text-md text-soft">{closedText}</p>
      )}
      {!isListed && !closedText && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        <div className="grid grid-cols-3 gap-1.5" role="group" aria-labelledby="signup-title">
          {renderAnswerTile("going", t(signUpKey), "check")}
          {renderAnswerTile("interested", t("signups:answers.interested"), "star")}
          {renderAnswerTile("not_going", t("signups:answers.not_going"), "close")}
        </div>
      )}
      {isListed && (
        <div className="flex flex-wrap gap-2.5">
          {mine?.status === "offered" && (
            <>
              {renderAnswerButton("going", t("signups:offer.yes"), { isMain: true })}
              {renderAnswerButton("not_going", t("signups:offer.no"))}
            </>
          )}
          {mine?.status === "going" && (
            <Button className="btn-small" onClick={() => openEntryCode(event.id, mine.id)}>
              {t("signups:code.show")}
            </Button>
          )}
          {(mine?.status === "going" || mine?.status === "waiting") && (
            <>
              {renderAnswerButton("change", t("signups:form.change"))}
              {renderAnswerButton("not_going", t(getCancelKey(mine.status)))}
            </>
          )}
        </div>
      )}
    </>
  )
}

/** CSS classes of the buttons for the three answers. `given` is for the answer that the member has given. */
const TILE_CLASSES = {
  going: "",
  interested: "btn-ghost",
  not_going: "btn-ghost",
  given: "bg-line text-text",
}

export const getCancelKey = (status: string) =>
  status === "waiting" ? "signups:answers.leaveQueue" : "signups:answers.not_going"
