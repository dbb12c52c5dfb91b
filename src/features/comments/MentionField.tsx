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
import { COMMENT_MAX, type Mentionable } from "./schema.ts"

interface Props extends Pick<FieldProps, "id" | "error"> {
  subject: string
  value: EditedComment
  onChange: (value: EditedComment) => void
}

export function MentionField({ id, error, subject, value, onChange }: Props) {
  const t = pageTranslate()
  const namelessText = t("comments:hiddenName")
  const shown = getShownBody(value, namelessText)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const caretToRestore = useRef<number | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const typed = findUnfinishedMention(shown, caret)
  const isOffered =
    typed !== null && typed.at !== dismissed && !isInMention(value, namelessText, typed.at)
  const suggestions = useMentionSuggestions(subject, isOffered ? typed.query : null, choose)
  const hasMention = typed !== null
  useEffect(() => {
    if (!hasMention) setDismissed(null)
  }, [hasMention])

  function choose(member: Mentionable) {
    if (!typed) return
    const inserted = insertMention(value, namelessText, { at: typed.at, caret, member })
    caretToRestore.current = inserted.caret
    onChange(inserted.edited)
  }
  useLayoutEffect(() => {
    const position = caretToRestore.current
    if (position === null) return
    caretToRestore.current = null
    textarea.current?.focus()
    textarea.current?.setSelectionRange(position, position)
    setCaret(position)
  })

  function handleKey(event: KeyboardEvent) {
    if (!suggestions.isOpen || event.nativeEvent.isComposing) return
    if (event.key === "Escape") setDismissed(typed?.at ?? null)
    else if (!suggestions.handleKey(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const field = { id, error, label: t("comments:write.label"), max: COMMENT_MAX }
  return (
    <div className="relative">
      <Field {...field} hint={t("comments:mention.hint")} length={value.body.length}>
        <div className="relative">
          <textarea
            {...getFieldAttributes({ ...field, hint: true })}
            ref={textarea}
            className="input"
            rows={3}
            value={shown}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={suggestions.isOpen ? suggestions.id : undefined}
            aria-activedescendant={suggestions.isOpen ? suggestions.activeId : undefined}
            onChange={({ target }) => {
              setCaret(target.selectionStart)
              onChange({ ...value, body: applyEdit(value, target.value, namelessText) })
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={handleKey}
            onBlur={() => setDismissed(typed?.at ?? null)}
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
