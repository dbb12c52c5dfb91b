import { useEffect, useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { call } from "../../shared/call.ts"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { type Mentionable, mentionableMembers } from "./schema.ts"

const DEBOUNCE_MS = 200

type Result =
  | { status: "none" }
  | { status: "failed" }
  | { status: "found"; query: string; members: Mentionable[] }

/** Returns whether an earlier search for the start of the name found nothing. */
const canSkipSearch = (result: Result, query: string) =>
  result.status === "found" && result.members.length === 0 && query.startsWith(result.query)

export function useMentionSuggestions(
  subject: string,
  query: string | null,
  choose: (member: Mentionable) => void,
) {
  const t = pageTranslate()
  const id = useId()
  const [result, setResult] = useState<Result>({ status: "none" })
  const [active, setActive] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result must not start another search
  useEffect(() => {
    if (query === null) return setResult({ status: "none" })
    if (canSkipSearch(result, query)) return
    let isCurrent = true
    const pause = setTimeout(async () => {
      const request = {
        method: "POST",
        payload: { name: query },
        read: mentionableMembers,
      } as const
      const callResult = await call(`/api/comments/${subject}/mentionable`, request)
      if (!isCurrent) return
      setActive(0)
      setResult(
        callResult.ok
          ? { status: "found", query, members: callResult.body.members }
          : { status: "failed" },
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(pause)
    }
  }, [subject, query])

  const members = result.status === "found" ? result.members : []
  const isOpen = query !== null && members.length > 0
  const hasFailed = query !== null && result.status === "failed"

  function getStatusText(): string {
    if (query === null || result.status === "none") return ""
    if (result.status === "failed") return t("comments:mention.failed")
    return members.length > 0
      ? t("comments:mention.found", { count: members.length })
      : t("comments:mention.none")
  }

  function handleKey(key: string): boolean {
    const member = members[active]
    const { length } = members
    if (key === "ArrowDown") setActive((active + 1) % length)
    else if (key === "ArrowUp") setActive((active + length - 1) % length)
    else if (key === "Enter" && member) choose(member)
    else return false
    return true
  }

  return {
    id,
    activeId: `${id}-${active}`,
    members,
    active,
    isOpen,
    hasFailed,
    status: getStatusText(),
    setActive,
    choose,
    handleKey,
  }
}

type Suggestions = ReturnType<typeof useMentionSuggestions>

export function MentionList({ suggestions }: { suggestions: Suggestions }) {
  const t = pageTranslate()
  const { id, members, active, setActive, choose } = suggestions
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" })
  }, [id, active])
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full z-20 mt-1 rounded-small border border-edge bg-raise p-1.5 shadow-lg sm:right-auto sm:w-80"
      role="listbox"
      aria-label={t("comments:mention.label")}
    >
      {members.map((member, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
        <div
          key={member.id}
          id={`${id}-${index}`}
          className="flex min-h-12 scroll-mb-24 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 aria-selected:bg-line"
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActive(index)}
          onClick={() => choose(member)}
        >
          <Avatar name={member.name} url={member.avatar_url} />
          <span className="min-w-0 truncate font-semibold">{member.name}</span>
        </div>
      ))}
    </div>
  )
}
