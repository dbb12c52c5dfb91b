/**
 * A list of sign-ups, in which organizers check attendees in. Works offline: check-ins are sent later, and the search
 * covers the loaded rows.
 */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type * as z from "zod/mini"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { QueryState } from "../../../../islands/QueryState.tsx"
import { createQuery } from "../../../../islands/query.ts"
import { call } from "../../../../shared/call.ts"
import { toSearchText } from "../../../../shared/search-text.ts"
import { Button } from "../../../../ui/Button.tsx"
import { getFailureKey } from "../../../../ui/forms/failure-keys.ts"
import { showFailure } from "../../../../ui/toast/show-outcome.ts"
import { type ListedSignup, type Signup, type SignupList, signupPage } from "../schema.ts"
import { AttendeeRow } from "./AttendeeRow.tsx"
import { $refused, $unsent, checkIn, startCheckIns } from "./check-ins.ts"

/** Number of rows that are shown at first and that the button "more" adds. */
const ROWS_PER_STEP = 100

type SignupPage = z.infer<typeof signupPage>

interface Props {
  signup: Signup
  list: SignupList
  searchText: string
  /** Search text with which the server selects the rows. */
  serverSearch?: string
  /** Rows of the previous list, which are shown until the server answers. */
  loadedRows?: ListedSignup[]
  /** Ids of people that the organizer added at the door, latest first. They are at the top of the list. */
  addedIds: string[]
  /** Whether to leave out people who are checked in. */
  isMissingOnly: boolean
  onMissingOnly: (isOn: boolean) => void
  /** While true, the list loads all rows and then opens the browser's print dialog. */
  isPrinting: boolean
  onPrinted: () => void
  /** Called when the numbers of sign-ups may have changed. */
  onChange: () => void
}

export function AttendeeList(props: Props) {
  const { signup, list, searchText, serverSearch = "", loadedRows, addedIds } = props
  const { isMissingOnly, onMissingOnly, isPrinting, onPrinted, onChange } = props
  const t = pageTranslate()
  const { event } = signup
  const path = `/api/events/${event.id}/signups?${new URLSearchParams({ list, search: serverSearch })}`
  const [$rows] = useState(() => createQuery([path], signupPage, { requiresLogin: true }))
  const { data } = useStore($rows)
  const [laterPages, setLaterPages] = useState<SignupPage | null>(null)
  const [shownCount, setShownCount] = useState(ROWS_PER_STEP)
  const unsent = useStore($unsent)[event.id] ?? {}
  const refusals = useStore($refused).filter((refusal) => refusal.event === event.id)
  const nextCursor = laterPages ? laterPages.next : data?.next
  // If some rows are not loaded, the server must search. The component then renders itself again with `serverSearch`.
  const needsServerSearch = searchText !== serverSearch && data?.next !== undefined
  async function loadMore() {
    const result = await call(`${path}&cursor=${nextCursor}`, { read: signupPage })
    if (result.ok) {
      const { signups, next } = result.body
      setLaterPages({ signups: [...(laterPages?.signups ?? []), ...signups], next })
    } else showFailure(result.failure, "signups:failed")
    return result.ok
  }
  const reloadFirstPage = () => {
    $rows.revalidate()
    onChange()
  }
  const reloadAllRows = () => {
    setLaterPages(null)
    reloadFirstPage()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each list
  useEffect(() => startCheckIns(reloadFirstPage), [$rows])
  useEffect(() => {
    if (addedIds.length === 0) return
    setLaterPages(null)
    $rows.revalidate()
  }, [addedIds, $rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each loaded page
  useEffect(() => {
    if (!isPrinting || !data || needsServerSearch) return
    if (nextCursor) void loadMore().then((isLoaded) => isLoaded || onPrinted())
    else {
      print()
      onPrinted()
    }
  }, [isPrinting, nextCursor, data])
  const loadedSignups = data ? [...data.signups, ...(laterPages?.signups ?? [])] : loadedRows
  if (needsServerSearch)
    return (
      <AttendeeList
        {...props}
        key={searchText}
        serverSearch={searchText}
        loadedRows={loadedSignups}
      />
    )
  // The server's rows already match its search. Until they are loaded, the browser searches the earlier rows.
  const filter = data && searchText === serverSearch ? "" : toSearchText(searchText)
  const getArrival = (row: ListedSignup) => (row.id in unsent ? unsent[row.id] : row.checked_in_at)
  const getSortKey = ({ id }: ListedSignup) =>
    addedIds.includes(id) ? addedIds.indexOf(id) : addedIds.length
  const rows = (loadedSignups ?? [])
    .filter(
      (row) => toSearchText(row.name ?? "").includes(filter) && !(isMissingOnly && getArrival(row)),
    )
    .toSorted((a, b) => getSortKey(a) - getSortKey(b))
  if (!data && rows.length === 0) {
    return <QueryState query={$rows} loading="signups:loading" failed="signups:failed" />
  }
  const unsentCount = Object.keys(unsent).length
  // Number of checked-in people with their guests: the server's number, corrected by check-ins that are not sent yet.
  let checkedInCount = event.signups.came
  for (const row of loadedSignups ?? []) {
    if (getArrival(row) && !row.checked_in_at) checkedInCount += 1 + row.guests
    if (!getArrival(row) && row.checked_in_at) checkedInCount -= 1 + row.guests
  }
  return (
    <>
      {list === "going" && event.signups.going > 0 && (
        <div className="sticky top-16.5 z-5 -mb-px flex flex-wrap items-center justify-between gap-2.5 border-b border-line bg-ink py-2 max-md:top-14.5 print:hidden">
          <p className="font-semibold" role="status">
            {t("signups:list.here", { here: checkedInCount, total: event.signups.going })}
          </p>
          <Button
            className="btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            aria-pressed={isMissingOnly}
            onClick={() => onMissingOnly(!isMissingOnly)}
          >
            {t("signups:list.notHere")}
          </Button>
        </div>
      )}
      {refusals.length > 0 && (
        <div className="error mb-3 print:hidden" role="alert">
          <p>{t("signups:list.refused")}</p>
          <ul>
            {refusals.map(({ signup, name, code }) => (
              <li key={signup}>
                {name ?? t("teams:people.hiddenName")}: {t(getFailureKey(code))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unsentCount > 0 && (
        <p className="mb-3 text-md text-soft print:hidden" role="status">
          {t("signups:list.unsent", { count: unsentCount })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="state soft">{t("signups:list.empty")}</p>
      ) : (
        <ul className="border-b border-line">
          {(isPrinting ? rows : rows.slice(0, shownCount)).map((row) => (
            <AttendeeRow
              key={row.id}
              signup={signup}
              row={row}
              arrivedAt={getArrival(row)}
              onCheckIn={(isThere) => checkIn(event.id, row, isThere, reloadFirstPage)}
              onChanged={reloadAllRows}
            />
          ))}
        </ul>
      )}
      {(rows.length > shownCount || nextCursor) && (
        <Button
          className="btn-ghost btn-small mt-4"
          onClick={() => {
            setShownCount(shownCount + ROWS_PER_STEP)
            if (rows.length <= shownCount + ROWS_PER_STEP && nextCursor) void loadMore()
          }}
        >
          {t("signups:list.showMore")}
        </Button>
      )}
    </>
  )
}
