import { useStore } from "@nanostores/react"
import { useState } from "react"
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { Button } from "../../ui/Button.tsx"
import { isOver, type PublicEvent } from "./event.ts"
import type { Scope } from "./series/schema.ts"

/**
 * Numbers of signed-up members who would get an email if this date, this and the following dates, or all
 * dates were deleted.
 */
const signupCounts = z.object({
  people: z.object({ this: z.number(), following: z.number(), all: z.number() }),
})

interface Props {
  event: Pick<PublicEvent, "id" | "end_date" | "is_cancelled">
  scope?: Scope
  isBusy: boolean
  onCancelEvent: () => void
}

/** Warns that members have signed up for an event that will be deleted, and offers to cancel the event instead. */
export function DeletionNotice({ event, scope = "this", isBusy, onCancelEvent }: Props) {
  const t = pageTranslate()
  const [$signupCounts] = useState(() =>
    createQuery([`/api/events/${event.id}/deletion`], signupCounts, { requiresLogin: true }),
  )
  const { data, error } = useStore($signupCounts)
  const isFailed = !data && error !== undefined
  const count = data?.people[scope] ?? 0
  const mayCancel = scope === "this" && !event.is_cancelled && !isOver(event, Date.now())
  return (
    <div className="mt-4 empty:hidden" role="status">
      {(count > 0 || isFailed) && (
        <p className="font-semibold">
          {isFailed ? t("calendar:delete.someone") : t("calendar:delete.people", { count })}{" "}
          {mayCancel && t("calendar:delete.question")}
        </p>
      )}
      {(count > 0 || isFailed) && mayCancel && (
        <Button className="btn-ghost btn-small mt-3" disabled={isBusy} onClick={onCancelEvent}>
          {t("calendar:delete.instead")}
        </Button>
      )}
    </div>
  )
}
