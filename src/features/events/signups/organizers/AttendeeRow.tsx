import { formatDate } from "../../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { localePath } from "../../../../i18n/paths.ts"
import { call } from "../../../../shared/call.ts"
import { getOwnValue } from "../../../../shared/json.ts"
import { Button } from "../../../../ui/Button.tsx"
import { MenuButton } from "../../../../ui/MenuButton.tsx"
import { Avatar } from "../../../../ui/pictures/Avatar.tsx"
import { showOutcome } from "../../../../ui/toast/show-outcome.ts"
import type { ListedSignup, Signup } from "../schema.ts"
import { openMoveDialog } from "./dialogs.tsx"

interface Props {
  signup: Signup
  row: ListedSignup
  /** Time (ISO) of the check-in, which may not be sent yet. */
  arrivedAt: string | null | undefined
  onCheckIn: (isThere: boolean) => void
  onChanged: () => void
}

/** The statuses that an organizer can give a sign-up, by its current status. */
const POSSIBLE_MOVES = {
  going: ["waiting", "not_going"],
  offered: ["going", "not_going"],
  waiting: ["going", "not_going"],
  interested: ["going"],
  not_going: ["going"],
} as const satisfies Record<ListedSignup["status"], readonly string[]>

/** Returns whether a sign-up can move to the waitlist. `move_signup()` in the database checks the same conditions. */
function canMoveToWaitlist({ event, has_waitlist }: Signup, { guests }: ListedSignup): boolean {
  const { max_participants: places, signups } = event
  return (
    has_waitlist ||
    (places !== null && (1 + guests > places || signups.going + signups.offered > places))
  )
}

export function AttendeeRow({ signup, row, arrivedAt, onCheckIn, onChanged }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { event, manages } = signup
  const checkInLabel = t(arrivedAt ? "signups:list.there" : "signups:list.checkIn")
  const name = row.name ?? t("teams:people.hiddenName")
  const answerTexts = event.signups.signup_questions.flatMap(({ id, text }) => {
    const answer = getOwnValue(row.answers, id)
    return answer ? [`${text} ${answer}`] : []
  })
  const facts = [
    row.position !== null && t("signups:list.position", { position: row.position }),
    // A member whose guests exceed the number of places has no position on the waitlist.
    row.status === "waiting" && row.position === null && t("signups:list.tooLarge"),
    row.status === "offered" &&
      row.offered_until &&
      t("signups:list.offered", {
        time: formatDate(row.offered_until, "dateTime", locale, event.time_zone),
      }),
    row.guests > 0 && t("signups:form.withGuests", { count: row.guests }),
    row.user_id === null && t("signups:list.atDoor"),
    row.helps && t("signups:list.helps"),
  ]
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-3">
      <Avatar className="print:hidden" name={name} url={row.avatar_url} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          {row.user_id ? (
            <a
              className="underline-offset-4 hover:underline"
              href={localePath(`/members/${row.user_id}`, locale)}
            >
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
        {answerTexts.length > 0 && (
          <p className="text-sm text-soft" lang="">
            {answerTexts.join(" · ")}
          </p>
        )}
        {row.note && (
          <p className="text-md whitespace-pre-line" lang="">
            {row.note}
          </p>
        )}
      </div>
      {row.status === "going" && (
        <Button
          className={`btn-small ${arrivedAt ? "" : "btn-ghost"} min-h-11`}
          aria-pressed={Boolean(arrivedAt)}
          aria-label={`${checkInLabel}: ${name}`}
          onClick={() => onCheckIn(!arrivedAt)}
        >
          {checkInLabel}
        </Button>
      )}
      {/* A box to tick on the printed list. */}
      {row.status === "going" && (
        <span className="hidden size-6 border border-edge text-center leading-none print:block">
          {arrivedAt && "✓"}
        </span>
      )}
      <MenuButton
        className="icon-btn print:hidden"
        content="⋯"
        label={t("signups:list.actions", { name })}
        items={[
          ...POSSIBLE_MOVES[row.status]
            .filter((status) => status !== "waiting" || canMoveToWaitlist(signup, row))
            .map((status) => ({
              label: t(`signups:move.${status}`),
              onChoose: () => openMoveDialog({ row, name, status, onChanged }),
            })),
          ...(manages && row.user_id && row.status === "going"
            ? [
                {
                  label: t(row.helps ? "signups:list.endHelper" : "signups:list.addHelper"),
                  onChoose: () => void toggleHelper(row, name, onChanged),
                },
              ]
            : []),
        ]}
      />
    </li>
  )
}

/** Makes an attendee a helper, who can see this list and check attendees in, or removes the helper. */
async function toggleHelper({ id, helps }: ListedSignup, name: string, onDone: () => void) {
  const result = await call(`/api/signups/${id}/helper`, {
    method: "PUT",
    payload: { helps: !helps },
  })
  const title = pageTranslate()(helps ? "signups:list.helperEnded" : "signups:list.helperAdded", {
    name,
  })
  showOutcome(result, { title }, "signups:toasts.failed")
  if (result.ok) onDone()
}
