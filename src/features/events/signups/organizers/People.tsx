import { useEffect, useState } from "react"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { Button } from "../../../../ui/Button.tsx"
import { MenuButton } from "../../../../ui/MenuButton.tsx"
import { formatCounts } from "../counts.ts"
import { LISTS, type Signup, type SignupList } from "../schema.ts"
import { AttendeeList } from "./AttendeeList.tsx"
import { openWalkInDialog } from "./dialogs.tsx"

/** Delay between the last key press and the search. It is short, because people wait at the door. */
const SEARCH_DELAY_MS = 200

interface Props {
  signup: Signup
  onChange: () => void
}

export function People({ signup, onChange }: Props) {
  const t = pageTranslate()
  const { event } = signup
  const [list, setList] = useState<SignupList>("going")
  const [searchInput, setSearchInput] = useState("")
  const [searchText, setSearchText] = useState("")
  const [isPrinting, setIsPrinting] = useState(false)
  const [addedIds, setAddedIds] = useState<string[]>([])
  const [isMissingOnly, setIsMissingOnly] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(searchInput.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [searchInput])
  const { going, offered, waiting, interested } = event.signups
  const counts: Partial<Record<SignupList, number>> = {
    going,
    // The number of offered places includes guests, so it cannot be added to the number of members.
    ...(offered === 0 && { waiting }),
    interested,
  }
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title" className="mb-2 text-xl">
        {t("signups:list.title")}
      </h2>
      <p className="mb-5 text-md text-soft">{formatCounts(event, t)}</p>
      <fieldset className="mb-4 flex flex-wrap gap-2 print:hidden">
        <legend className="sr-only">{t("signups:list.title")}</legend>
        {LISTS.map((name) => (
          <Button
            key={name}
            className="btn-ghost btn-small aria-pressed:bg-text aria-pressed:text-ink"
            aria-pressed={list === name}
            onClick={() => setList(name)}
          >
            {t(`signups:list.${name}`)}
            {counts[name] !== undefined && ` (${counts[name]})`}
          </Button>
        ))}
      </fieldset>
      <div className="mb-4 flex flex-wrap gap-2.5 print:hidden">
        <input
          className="input min-w-50 flex-1"
          type="search"
          value={searchInput}
          placeholder={t("signups:list.search")}
          aria-label={t("signups:list.search")}
          onChange={({ target }) => setSearchInput(target.value)}
        />
        <Button
          className="btn-ghost btn-small"
          onClick={() =>
            openWalkInDialog(event.id, (id) => {
              setAddedIds((earlierIds) => [id, ...earlierIds])
              setList("going")
              onChange()
            })
          }
        >
          {t("signups:list.add")}
        </Button>
        <MenuButton
          className="btn-ghost"
          label={t("signups:list.more")}
          items={[
            {
              label: t("signups:list.csv"),
              onChoose: () =>
                location.assign(`/api/events/${event.id}/signups.csv?language=${pageLocale()}`),
            },
            { label: t("signups:list.print"), onChoose: () => setIsPrinting(true) },
          ]}
        />
      </div>
      <AttendeeList
        key={list}
        signup={signup}
        list={list}
        searchText={searchText}
        addedIds={addedIds}
        isMissingOnly={isMissingOnly && list === "going"}
        onMissingOnly={setIsMissingOnly}
        isPrinting={isPrinting}
        onPrinted={() => setIsPrinting(false)}
        onChange={onChange}
      />
    </section>
  )
}
