/** A comment stores mentions as `@[id of the member]`; the text field shows them as `@Name`. */
import type { Mentionable } from "./schema.ts"

const MENTION = /@\[([\da-f-]{36})\]/g

type Names = Record<string, string>

export interface EditedComment {
  body: string
  names: Names
}

export interface BodyPart {
  stored: string
  /** Id of the mentioned member; missing for the text between mentions. */
  member?: string
}

export function splitBody(body: string): BodyPart[] {
  const parts: BodyPart[] = []
  let end = 0
  for (const { 0: stored, 1: member = "", index } of body.matchAll(MENTION)) {
    parts.push({ stored: body.slice(end, index) }, { stored, member })
    end = index + stored.length
  }
  return [...parts, { stored: body.slice(end) }].filter(({ stored }) => stored !== "")
}

const getShownPart = ({ stored, member }: BodyPart, names: Names, namelessText: string) =>
  member ? `@${names[member] ?? namelessText}` : stored

/** Returns the text of the field. A mention without a known name is shown as `@` and `namelessText`. */
export const getShownBody = ({ body, names }: EditedComment, namelessText: string) =>
  splitBody(body)
    .map((part) => getShownPart(part, names, namelessText))
    .join("")

function countCommonStart(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}

const reverse = (text: string) => text.split("").reverse().join("")

/** Returns the stored text of a range. A mention that is partly in the range becomes plain text. */
function getStoredRange(
  edited: EditedComment,
  namelessText: string,
  start: number,
  end: number,
): string {
  let position = 0
  return splitBody(edited.body)
    .map((part) => {
      const text = getShownPart(part, edited.names, namelessText)
      const from = position
      position += text.length
      return start <= from && position <= end
        ? part.stored
        : text.slice(Math.max(start - from, 0), Math.max(end - from, 0))
    })
    .join("")
}

/** Returns the stored text after an edit. A mention whose name was edited becomes plain text. */
export function applyEdit(edited: EditedComment, shown: string, namelessText: string): string {
  const before = getShownBody(edited, namelessText)
  const start = countCommonStart(before, shown)
  const commonEnd = countCommonStart(reverse(before.slice(start)), reverse(shown.slice(start)))
  return (
    getStoredRange(edited, namelessText, 0, start) +
    shown.slice(start, shown.length - commonEnd) +
    getStoredRange(edited, namelessText, before.length - commonEnd, before.length)
  )
}

const UNFINISHED_MENTION =
  /(?<![\p{L}\p{N}@./])@(\p{L}[\p{L}\p{M}\p{N}'’_-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*){0,2})$/u

export interface UnfinishedMention {
  at: number
  query: string
}

export function findUnfinishedMention(shown: string, caret: number): UnfinishedMention | null {
  const found = UNFINISHED_MENTION.exec(shown.slice(0, caret))
  return found ? { at: found.index, query: found[1] ?? "" } : null
}

export function isInMention(edited: EditedComment, namelessText: string, at: number): boolean {
  let position = 0
  return splitBody(edited.body).some((part) => {
    const from = position
    position += getShownPart(part, edited.names, namelessText).length
    return part.member !== undefined && from <= at && at < position
  })
}

/** Replaces the text from an "@" to the caret. Returns the new text and caret position. */
export function insertMention(
  edited: EditedComment,
  namelessText: string,
  { at, caret, member }: { at: number; caret: number; member: Pick<Mentionable, "id" | "name"> },
): { edited: EditedComment; caret: number } {
  const shown = getShownBody(edited, namelessText)
  const end = shown[caret] === " " ? caret + 1 : caret
  const body = [
    getStoredRange(edited, namelessText, 0, at),
    `@[${member.id}] `,
    getStoredRange(edited, namelessText, end, shown.length),
  ].join("")
  return {
    edited: { body, names: { ...edited.names, [member.id]: member.name } },
    caret: at + `@${member.name} `.length,
  }
}
