import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Field, type FieldProps, getFieldAttributes } from "../../ui/forms/fields.tsx"
import { MentionList, useMentionSuggestions } from "./MentionList.tsx"
import {
  applyEdit,
  type EditedComment,
  findUnfinishedMention,
  getShownBody,
  insertMention,
  isInMention,
} from "./mention-text.ts"
import { MAX_COMMENT_LENGTH, type Mentionable } from "./schema.ts"

interface Props extends Pick<FieldProps, "id" | "error"> {
  contentId: string
  value: EditedComment
  onChange: (value: EditedComment) => void
}

/** The text field of a comment. After "@", it suggests members to mention. */
export function MentionField({ id, error, contentId, value, onChange }: Props) {
  const t = pageTranslate()
  const namelessText = t("comments:hiddenName")
  const shownText = getShownBody(value, namelessText)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const caretToRestore = useRef<number | null>(null)
  /** Position of the "@" of the mention whose suggestions the member has closed. */
  const [dismissedStart, setDismissedStart] = useState<number | null>(null)
  const typedMention = findUnfinishedMention(shownText, caret)
  const needsSuggestions =
    typedMention !== null &&
    typedMention.start !== dismissedStart &&
    !isInMention(value, namelessText, typedMention.start)
  const suggestions = useMentionSuggestions(
    contentId,
    needsSuggestions ? typedMention.query : null,
    choose,
  )
  const hasMention = typedMention !== null
  useEffect(() => {
    if (!hasMention) setDismissedStart(null)
  }, [hasMention])

  function choose(member: Mentionable) {
    if (!typedMention) return
    const { start } = typedMention
    const inserted = insertMention(value, namelessText, { start, caret, member })
    caretToRestore.current = inserted.caret
    onChange(inserted.edited)
  }
  // After a mention was inserted, moves the caret to its end. This must happen after the new text was rendered.
  useLayoutEffect(() => {
    const position = caretToRestore.current
    if (position === null) return
    caretToRestore.current = null
    textarea.current?.focus()
    textarea.current?.setSelectionRange(position, position)
    setCaret(position)
  })

  function handleKeyDown(event: KeyboardEvent) {
    if (!suggestions.isOpen || event.nativeEvent.isComposing) return
    if (event.key === "Escape") setDismissedStart(typedMention?.start ?? null)
    else if (!suggestions.handleKey(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const field = { id, error, label: t("comments:write.label"), max: MAX_COMMENT_LENGTH }
  return (
    <div className="relative">
      <Field {...field} hint={t("comments:mention.hint")} length={value.body.length}>
        <div className="relative">
          <textarea
            {...getFieldAttributes({ ...field, hint: true })}
            ref={textarea}
            className="input"
            rows={3}
            value={shownText}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={suggestions.isOpen ? suggestions.id : undefined}
            aria-activedescendant={suggestions.isOpen ? suggestions.activeId : undefined}
            onChange={({ target }) => {
              setCaret(target.selectionStart)
              onChange({ ...value, body: applyEdit(value, target.value, namelessText) })
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={handleKeyDown}
            onBlur={() => setDismissedStart(typedMention?.start ?? null)}
          />
          {suggestions.isOpen && <MentionList suggestions={suggestions} />}
        </div>
      </Field>
      <p className={suggestions.hasFailed ? "hint" : "sr-only"} role="status">
        {suggestions.status}
      </p>
    </div>
  )
}
