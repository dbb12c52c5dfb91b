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

/** Returns whether an earlier search for the beginning of the name found no members. */
const canSkipSearch = (result: Result, query: string) =>
  result.status === "found" && result.members.length === 0 && query.startsWith(result.query)

/**
 * Searches for members by a typed name, and handles the keys of the list. `query` is null if no mention is being typed.
 */
export function useMentionSuggestions(
  contentId: string,
  query: string | null,
  choose: (member: Mentionable) => void,
) {
  const t = pageTranslate()
  const id = useId()
  const [result, setResult] = useState<Result>({ status: "none" })
  const [activeIndex, setActiveIndex] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result must not start another search
  useEffect(() => {
    if (query === null) return setResult({ status: "none" })
    if (canSkipSearch(result, query)) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const request = {
        method: "POST",
        payload: { name: query },
        read: mentionableMembers,
      } as const
      const callResult = await call(`/api/comments/${contentId}/mentionable`, request)
      if (!isCurrent) return
      setActiveIndex(0)
      setResult(
        callResult.ok
          ? { status: "found", query, members: callResult.body.members }
          : { status: "failed" },
      )
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [contentId, query])

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

  /** Returns whether the list has handled the key. */
  function handleKey(key: string): boolean {
    const member = members[activeIndex]
    const { length } = members
    if (key === "ArrowDown") setActiveIndex((activeIndex + 1) % length)
    else if (key === "ArrowUp") setActiveIndex((activeIndex + length - 1) % length)
    else if (key === "Enter" && member) choose(member)
    else return false
    return true
  }

  return {
    id,
    activeId: `${id}-${activeIndex}`,
    members,
    activeIndex,
    isOpen,
    hasFailed,
    status: getStatusText(),
    setActiveIndex,
    choose,
    handleKey,
  }
}

type Suggestions = ReturnType<typeof useMentionSuggestions>

export function MentionList({ suggestions }: { suggestions: Suggestions }) {
  const t = pageTranslate()
  const { id, members, activeIndex, setActiveIndex, choose } = suggestions
  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: "nearest" })
  }, [id, activeIndex])
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full z-20 mt-1 rounded-small border border-edge bg-raise p-1.5 [box-shadow:0_8px_30px_var(--shade)] sm:right-auto sm:w-80"
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
          aria-selected={index === activeIndex}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActiveIndex(index)}
          onClick={() => choose(member)}
        >
          <Avatar name={member.name} url={member.avatar_url} />
          <span className="min-w-0 truncate font-semibold">{member.name}</span>
        </div>
      ))}
    </div>
  )
}
