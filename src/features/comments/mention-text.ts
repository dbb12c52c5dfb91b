/**
 * A comment stores mentions as `@[id of the member]`; the text field shows them as `@Name`. `namelessText` is shown for
 * members whose names are unknown.
 */
import type { Mentionable } from "./schema.ts"

const MENTION = /@\[([\da-f-]{36})\]/g

type Names = Record<string, string>

export interface EditedComment {
  /** The stored text, with ids of members. */
  body: string
  /** Names of the mentioned members, by id. */
  names: Names
}

export interface BodyPart {
  stored: string
  /** Missing for the text between mentions. */
  memberId?: string
}

export function splitBody(body: string): BodyPart[] {
  const parts: BodyPart[] = []
  let textStart = 0
  for (const { 0: stored, 1: memberId = "", index } of body.matchAll(MENTION)) {
    parts.push({ stored: body.slice(textStart, index) }, { stored, memberId })
    textStart = index + stored.length
  }
  return [...parts, { stored: body.slice(textStart) }].filter(({ stored }) => stored !== "")
}

const getShownPart = ({ stored, memberId }: BodyPart, names: Names, namelessText: string) =>
  memberId ? `@${names[memberId] ?? namelessText}` : stored

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

/** Returns the stored text of a range of the shown text. A mention that is partly in the range becomes plain text. */
function getStoredRange(
  edited: EditedComment,
  namelessText: string,
  start: number,
  end: number,
): string {
  let position = 0
  return splitBody(edited.body)
    .map((part) => {
      const shownPart = getShownPart(part, edited.names, namelessText)
      const partStart = position
      position += shownPart.length
      const isWholePartInRange = start <= partStart && position <= end
      return isWholePartInRange
        ? part.stored
        : shownPart.slice(Math.max(start - partStart, 0), Math.max(end - partStart, 0))
    })
    .join("")
}

/** Returns the stored text for a new text of the field. A mention whose name was edited becomes plain text. */
export function applyEdit(
  edited: EditedComment,
  newShownText: string,
  namelessText: string,
): string {
  const oldShownText = getShownBody(edited, namelessText)
  const start = countCommonStart(oldShownText, newShownText)
  const commonEnd = countCommonStart(
    reverse(oldShownText.slice(start)),
    reverse(newShownText.slice(start)),
  )
  return (
    getStoredRange(edited, namelessText, 0, start) +
    newShownText.slice(start, newShownText.length - commonEnd) +
    getStoredRange(edited, namelessText, oldShownText.length - commonEnd, oldShownText.length)
  )
}

/** Matches "@" and one to three words at the end of a text, but not in an email address or URL. */
const UNFINISHED_MENTION =
  /(?<![\p{L}\p{N}@./])@(\p{L}[\p{L}\p{M}\p{N}'’_-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*){0,2})$/u

export interface UnfinishedMention {
  /** Position of the "@". */
  start: number
  query: string
}

export function findUnfinishedMention(shownText: string, caret: number): UnfinishedMention | null {
  const match = UNFINISHED_MENTION.exec(shownText.slice(0, caret))
  return match ? { start: match.index, query: match[1] ?? "" } : null
}

/** Returns whether a position of the shown text is inside a complete mention. */
export function isInMention(
  edited: EditedComment,
  namelessText: string,
  wantedPosition: number,
): boolean {
  let position = 0
  return splitBody(edited.body).some((part) => {
    const partStart = position
    position += getShownPart(part, edited.names, namelessText).length
    return part.memberId !== undefined && partStart <= wantedPosition && wantedPosition < position
  })
}

/** Replaces the text from the "@" (`start`) to the caret with a mention. Returns the new text and caret position. */
export function insertMention(
  edited: EditedComment,
  namelessText: string,
  {
    start,
    caret,
    member,
  }: { start: number; caret: number; member: Pick<Mentionable, "id" | "name"> },
): { edited: EditedComment; caret: number } {
  const shownText = getShownBody(edited, namelessText)
  const end = shownText[caret] === " " ? caret + 1 : caret
  const body = [
    getStoredRange(edited, namelessText, 0, start),
    `@[${member.id}] `,
    getStoredRange(edited, namelessText, end, shownText.length),
  ].join("")
  return {
    edited: { body, names: { ...edited.names, [member.id]: member.name } },
    caret: start + `@${member.name} `.length,
  }
}
