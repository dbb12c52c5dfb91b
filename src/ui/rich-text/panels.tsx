import type { Command, EditorState } from "prosemirror-state"
import { useId, useState } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { splitLocale } from "../../i18n/paths.ts"
import { parseCardPath } from "../../markdown/blocks.ts"
import { isAllowedLink } from "../../markdown/render.ts"
import { addScheme } from "../../schema/fields.ts"
import { parseVideo } from "../../shared/video.ts"
import { findLink, getSelectedPicture, insertBlock, leaveBlock, setLink } from "./commands.ts"
import type { SiteSuggestions, Suggestion } from "./own-site.ts"
import { schema } from "./schema.ts"
import { getComboboxProps, SuggestionList, useSuggestions } from "./suggestions.tsx"
import type { Panel } from "./tools.ts"

const { nodes } = schema

/** Adds a missing scheme. Converts a URL of this site to its path without the language. */
function normalizeTypedUrl(typed: string): string {
  const typedUrl = addScheme(typed.trim())
  const url = URL.parse(typedUrl)
  if (url?.origin !== location.origin) return typedUrl
  return splitLocale(url.pathname).path + url.search + url.hash
}

const isUrl = (url: string) => isAllowedLink(url) && !/\s/.test(url)

/** Returns typed search words, or null for a text that is too short or looks like a URL or path. */
const getSearchWords = (typed: string): string | null => {
  const text = typed.trim()
  const hasNoUrlMarks = /^[^/#:.@]{2,}$/.test(text)
  const hasSpace = /\s/.test(text)
  const startsLikeUrl = /^(https?:|\/)/.test(text)
  return hasNoUrlMarks || (hasSpace && !startsLikeUrl) ? text : null
}

interface PanelProps {
  panel: Panel
  siteSuggestions: SiteSuggestions
  state: EditorState
  run: (command: Command) => void
  onClose: () => void
}

export function InsertPanel({ panel, siteSuggestions, state, run, onClose }: PanelProps) {
  const t = pageTranslate()
  const id = useId()
  const range = findLink(state)
  const isNew = panel !== "link" || range.from === range.to
  const [address, setAddress] = useState(panel === "link" ? range.href : "")
  const [text, setText] = useState("")
  const [error, setError] = useState<MessageKey | null>(null)
  const [chosenPath, setChosenPath] = useState<string | null>(null)
  const selected = state.doc.textBetween(range.from, range.to, " ")
  function getQuery(): string | null {
    if (panel === "video" || address === chosenPath) return null
    if (panel === "card") return address
    return getSearchWords(address || (panel === "link" ? selected : ""))
  }
  const suggestions = useSuggestions({
    siteSuggestions,
    scope: panel === "card" ? "cards" : "pages",
    query: getQuery(),
    onChoose: chooseSuggestion,
  })

  function chooseSuggestion({ path, title }: Suggestion) {
    if (panel === "card" || panel === "link") return insertAndClose(path, text.trim() || title)
    setChosenPath(path)
    setAddress(path)
    setText(text || title)
  }

  function insertAndClose(href: string, name: string) {
    if (panel === "link") run(setLink(range, href, name))
    else run(insertBlock(nodes[panel].create({ href, text: name, url: href })))
    onClose()
  }

  async function insert() {
    const href = normalizeTypedUrl(address)
    if (panel === "card") {
      const card = parseCardPath(href) && (await siteSuggestions.loadCard(href))
      return card ? insertAndClose(href, card.name) : setError("common:richText.card.invalid")
    }
    if (panel === "video" && !parseVideo(href)?.playerUrl) {
      return setError("common:richText.video.invalid")
    }
    if (!href || !isUrl(href)) return setError("common:richText.link.invalid")
    insertAndClose(href, text.trim() || (panel === "link" ? "" : href))
  }

  const renderField = (name: "address" | "text", value: string, set: (value: string) => void) => (
    <div className="field min-w-48 flex-1">
      <label htmlFor={`${id}${name}`}>
        {t(name === "text" ? "common:richText.text" : `common:richText.${panel}.address`)}
      </label>
      <input
        id={`${id}${name}`}
        className="input"
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the panel opens below the button that the user pressed
        autoFocus={name === "address"}
        {...(name === "address" && panel !== "video" && getComboboxProps(suggestions))}
        aria-invalid={name === "address" && error ? true : undefined}
        aria-describedby={name === "address" && error ? `${id}-error` : undefined}
        onChange={({ target }) => {
          set(target.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          const isHandled = name === "address" && suggestions.onKey(event)
          if (!isHandled && event.key === "Escape") onClose()
          else if (!isHandled && event.key === "Enter") void insert()
          else if (!isHandled) return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {name === "address" && suggestions.isOpen && <SuggestionList suggestions={suggestions} />}
    </div>
  )
  return (
    <fieldset className="rich-panel">
      <legend className="sr-only">{t(`common:richText.${panel}.label`)}</legend>
      {renderField("address", address, setAddress)}
      {isNew && (panel === "link" || panel === "button") && renderField("text", text, setText)}
      <div className="flex flex-wrap gap-2">
        <button className="btn btn-small" type="button" onClick={() => void insert()}>
          {t("common:richText.insert")}
        </button>
        {range.href && (
          <button
            className="btn btn-ghost btn-small"
            type="button"
            onClick={() => {
              run(setLink(range, "", ""))
              onClose()
            }}
          >
            {t("common:richText.link.remove")}
          </button>
        )}
        <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
          {t("common:richText.cancel")}
        </button>
      </div>
      <p className="hint basis-full empty:hidden" role="status">
        {suggestions.status || (panel === "card" && t("common:richText.card.hint"))}
      </p>
      {error && (
        <p id={`${id}-error`} className="error basis-full" role="alert">
          {t(error)}
        </p>
      )}
    </fieldset>
  )
}

export function PicturePanel({
  id,
  state,
  run,
}: Pick<PanelProps, "state"> & {
  id: string
  run: (command: Command, options?: { takesFocus: boolean }) => void
}) {
  const t = pageTranslate()
  const picture = getSelectedPicture(state)
  if (!picture) return null
  const { node, position } = picture
  const changeAttributes = (changes: Record<string, unknown>) =>
    run((current, dispatch) => {
      const tr = current.tr.setNodeMarkup(position, null, { ...node.attrs, ...changes })
      dispatch?.(tr.setSelection(current.selection.map(tr.doc, tr.mapping)))
      return true
    })
  const renderField = (name: "alt" | "caption") => (
    <div className="field min-w-48 flex-1">
      <label htmlFor={`${id}${name}`}>{t(`common:richText.picture.${name}`)}</label>
      <input
        id={`${id}${name}`}
        className="input"
        value={node.attrs[name]}
        aria-describedby={`${id}${name}-hint`}
        disabled={name === "alt" && node.attrs["isDecoration"]}
        onChange={({ target }) => changeAttributes({ [name]: target.value.replace(/\n/g, " ") })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return
          // Enter would send the surrounding form, and Escape would close the dialog.
          event.preventDefault()
          event.stopPropagation()
          if (!event.nativeEvent.isComposing) run(leaveBlock, { takesFocus: true })
        }}
      />
      <p id={`${id}${name}-hint`} className="hint">
        {t(`common:richText.picture.${name}Hint`)}
      </p>
    </div>
  )
  return (
    <fieldset className="rich-panel">
      <legend className="sr-only">{t("common:richText.picture.label")}</legend>
      {renderField("alt")}
      {renderField("caption")}
      <div className="check basis-full">
        <input
          id={`${id}decoration`}
          type="checkbox"
          checked={node.attrs["isDecoration"]}
          onChange={({ target }) => changeAttributes({ isDecoration: target.checked })}
        />
        <label htmlFor={`${id}decoration`}>{t("common:richText.picture.decoration")}</label>
      </div>
      <button
        className="btn btn-ghost btn-small"
        type="button"
        onClick={() =>
          run((current, dispatch) => {
            dispatch?.(current.tr.deleteSelection())
            return true
          })
        }
      >
        {t("common:picture.remove")}
      </button>
    </fieldset>
  )
}
