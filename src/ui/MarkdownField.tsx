/** A Markdown text with its buttons and, beside it or on a tab, what it will look like. */
import "./markdown.css"
import { type KeyboardEvent, useRef, useState } from "react"
import { pageTranslate } from "../i18n/page-translate.ts"
import { MARKDOWN_COMMANDS, type MarkdownCommand, markdownEdit } from "../markdown/edit.ts"
import { described, Field, type FieldProps } from "./fields.tsx"
import { Icon } from "./Icon.tsx"
import { MarkdownPreview } from "./MarkdownPreview.tsx"
import { ariaShortcut, isShortcut, shownShortcut } from "./shortcut.ts"

const SHORTCUTS: Record<MarkdownCommand, string> = {
  bold: "Mod+B",
  italic: "Mod+I",
  heading: "Mod+Alt+2",
  link: "Mod+K",
  list: "Mod+Shift+8",
  quote: "Mod+Shift+9",
}

function run(textarea: HTMLTextAreaElement, command: MarkdownCommand): void {
  const { value: text, selectionStart: start, selectionEnd: end } = textarea
  const edit = markdownEdit(command, { text, start, end })
  textarea.focus()
  textarea.setSelectionRange(edit.from, edit.to)
  // Deprecated, and the only way that can be undone with Ctrl+Z.
  if (!document.execCommand(edit.insert ? "insertText" : "delete", false, edit.insert)) {
    textarea.setRangeText(edit.insert, edit.from, edit.to)
    textarea.dispatchEvent(new Event("input", { bubbles: true }))
  }
  textarea.setSelectionRange(edit.start, edit.end)
}

interface Props extends FieldProps {
  value: string
  lang: string
  onChange: (value: string) => void
}

export function MarkdownField({ value, lang, onChange, ...field }: Props) {
  const t = pageTranslate()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<"write" | "preview">("write")

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const command = MARKDOWN_COMMANDS.find((name) => isShortcut(event, SHORTCUTS[name]))
    if (!command) return
    event.preventDefault()
    run(event.currentTarget, command)
  }

  return (
    <Field {...field} length={value.length}>
      <div className="markdown">
        <div className="markdown-bar">
          <div className="markdown-tools" role="toolbar" aria-label={t("common:markdown.tools")}>
            {MARKDOWN_COMMANDS.map((name) => (
              <button
                key={name}
                className="icon-btn"
                type="button"
                aria-label={t(`common:markdown.${name}`)}
                aria-keyshortcuts={ariaShortcut(SHORTCUTS[name])}
                title={`${t(`common:markdown.${name}`)} (${shownShortcut(SHORTCUTS[name])})`}
                onClick={() => textarea.current && run(textarea.current, name)}
              >
                <Icon name={name} size={18} />
              </button>
            ))}
          </div>
          <div className="markdown-views">
            {(["write", "preview"] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={view === name}
                onClick={() => setView(name)}
              >
                {t(`common:markdown.${name}`)}
              </button>
            ))}
          </div>
        </div>
        <div className="markdown-panes" data-view={view}>
          <textarea
            {...described(field)}
            ref={textarea}
            className="input markdown-text"
            lang={lang}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={onKeyDown}
          />
          <MarkdownPreview text={value} lang={lang} />
        </div>
      </div>
    </Field>
  )
}
