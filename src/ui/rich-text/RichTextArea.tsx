import type { Command, EditorState } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../icons.tsx"
import { createPictureUpload, type Message, sendPicture } from "../pictures/picture-upload.ts"
import { formatAriaShortcut, formatShortcut } from "../shortcut.ts"
import { showToast } from "../toast/toasts.ts"
import { findMention, insertBlock, insertMention } from "./commands.ts"
import { createEditor } from "./editor.ts"
import { onKeyboardOpen } from "./keyboard.ts"
import type { EditorProps } from "./own-site.ts"
import { InsertPanel, PicturePanel } from "./panels.tsx"
import { schema } from "./schema.ts"
import { splitGallery } from "./serializer.ts"
import { getOptionId, SuggestionList, useSuggestions } from "./suggestions.tsx"
import { type Panel, TOOLS, type Tool } from "./tools.ts"

const { nodes } = schema

export interface AreaProps extends EditorProps {
  id: string
  isInvalid: boolean
  describedBy: string | undefined
  isUploading: boolean
  children?: ReactNode
}

/** Places its children below the line of a text position, or above the line if they fit only there. */
function AtCaret({
  view,
  textPosition,
  children,
}: {
  view: EditorView | undefined
  textPosition: number
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const parentBox = box.current?.parentElement?.getBoundingClientRect()
    if (!view || !box.current || !parentBox) return
    const { left, top, bottom } = view.coordsAtPos(textPosition)
    const { style, offsetWidth, offsetHeight } = box.current
    const screen = window.visualViewport
    // The suggestions stay above the bar with the form's buttons and above an on-screen keyboard.
    const formBottom =
      box.current.closest("form > *")?.getBoundingClientRect().bottom ?? innerHeight
    const visibleBottom = Math.min(
      screen ? screen.offsetTop + screen.height : innerHeight,
      formBottom,
    )
    const isAbove = bottom + offsetHeight > visibleBottom && top > offsetHeight
    style.left = `${Math.max(0, Math.min(left - parentBox.left, parentBox.width - offsetWidth))}px`
    style.top = `${(isAbove ? top - offsetHeight - 6 : bottom + 6) - parentBox.top}px`
  })
  return (
    <div ref={box} className="rich-at-caret">
      {children}
    </div>
  )
}

/** Rich text editor. RichTextField.tsx loads it on demand. */
export default function RichTextArea(props: AreaProps) {
  const {
    id,
    value,
    lang,
    isInvalid,
    describedBy,
    bucket,
    siteSuggestions,
    isUploading,
    children,
  } = props
  const t = pageTranslate()
  const hint = t("common:richText.hint")
  const container = useRef<HTMLDivElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const editor = useRef<ReturnType<typeof createEditor>>(null)
  const lastMarkdown = useRef(value)
  const [state, setState] = useState<EditorState | null>(null)
  const [panel, setPanel] = useState<Panel | null>(null)

  function run(command: Command, { takesFocus = false } = {}) {
    const view = editor.current?.view
    if (!view) return
    command(view.state, view.dispatch, view)
    if (takesFocus) view.focus()
  }

  /**
   * Uploads pictures and inserts them at the caret. Resolves to false if an upload fails or the editor is removed.
   */
  async function upload(chosen: File[]): Promise<boolean> {
    const urls: string[] = []
    const failures: Message[] = []
    for (const file of chosen) {
      const { uploadFile, clear } = createPictureUpload({
        send: (picture) => sendPicture(bucket, picture),
        onUploaded: (url) => urls.push(url),
        onFailed: (failure) => failures.push(failure),
      })
      await uploadFile(file)
      clear()
    }
    const [failure] = failures
    if (failure) {
      const counts = { missing: failures.length, all: chosen.length }
      showToast({
        tone: "error",
        title: t(chosen.length > 1 ? "common:richText.picture.missing" : failure.title, counts),
        text: [...new Set(failures.map(({ text }) => t(text)))].join(" "),
      })
    }
    for (const pictures of splitGallery(urls)) {
      const [first, ...others] = pictures.map((src) => nodes.picture.create({ src }))
      if (!first) continue
      run(insertBlock(others.length > 0 ? nodes.gallery.create(null, [first, ...others]) : first))
    }
    return failures.length === 0 && editor.current !== null
  }

  // The editor is created once; its callbacks read the current props.
  const currentProps = useRef(props)
  currentProps.current = props
  const uploadFiles = (chosen: File[]) => currentProps.current.waitFor(upload(chosen))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; effects below pass changes to it
  useEffect(() => {
    if (!container.current) return
    const created = createEditor({
      container: container.current,
      siteSuggestions,
      markdown: value,
      onChange(markdown) {
        lastMarkdown.current = markdown
        currentProps.current.onChange(markdown)
      },
      onUpdate: setState,
      onLink: () => setPanel("link"),
      onDescribePicture() {
        setPanel(null)
        setTimeout(() => document.getElementById(`${id}-picture-alt`)?.focus())
      },
      onKey: (event) => handleKey.current(event),
      onFiles: uploadFiles,
    })
    editor.current = created
    const showCaret = () => {
      const { view } = created
      if (!view.hasFocus()) return
      const frame = view.dom.closest(".rich")
      if (frame && frame.getBoundingClientRect().top > 0) frame.scrollIntoView({ block: "start" })
      view.dispatch(view.state.tr.scrollIntoView())
    }
    const stopObservingKeyboard = onKeyboardOpen(showCaret)
    return () => {
      stopObservingKeyboard()
      editor.current = null
      created.view.destroy()
    }
  }, [])

  const mention = state && findMention(state)
  // Position of the mention whose suggestions were closed with Escape.
  const [dismissedPosition, setDismissedPosition] = useState<number | null>(null)
  const isChoosing = mention !== null && mention.from !== dismissedPosition
  const suggestions = useSuggestions({
    siteSuggestions,
    scope: "cards",
    query: isChoosing ? mention.query : null,
    onChoose: (item) => mention && run(insertMention(mention, item), { takesFocus: true }),
  })
  const { isOpen } = suggestions
  const activeOptionId = getOptionId(suggestions)
  const handleKey = useRef<(event: KeyboardEvent) => boolean>(() => false)
  handleKey.current = (event) => {
    if (!isOpen || !mention) return false
    if (event.key !== "Escape") return suggestions.onKey(event)
    setDismissedPosition(mention.from)
    // Otherwise Escape would also close the dialog around the editor.
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  useEffect(() => {
    if (!mention) setDismissedPosition(null)
  }, [mention])

  useEffect(() => {
    editor.current?.view.setProps({
      attributes: {
        id,
        lang,
        class: "prose rich-text",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": `${id}-label`,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(isInvalid && { "aria-invalid": "true" }),
        "data-hint": hint,
        "aria-autocomplete": "list",
        "aria-haspopup": "listbox",
        ...(isOpen && { "aria-controls": suggestions.id, "aria-activedescendant": activeOptionId }),
      },
    })
  }, [id, lang, isInvalid, describedBy, isOpen, activeOptionId, suggestions.id, hint])

  useEffect(() => {
    if (value === lastMarkdown.current) return
    lastMarkdown.current = value
    editor.current?.load(value)
  }, [value])

  function applyTool({ command, panel: toolPanel }: Tool) {
    if (command) run(command, { takesFocus: true })
    else if (toolPanel) setPanel(panel === toolPanel ? null : toolPanel)
    else fileInput.current?.click()
  }
  return (
    <div className="rich" aria-busy={isUploading}>
      <div className="rich-head">
        <div className="rich-bar">
          <div className="rich-tools" role="toolbar" aria-label={t("common:richText.tools")}>
            {TOOLS.map((tool) => {
              const { name, icon, shortcut, isOn, isEnabled } = tool
              const label = t(`common:richText.tool.${name}`)
              const title = shortcut ? `${label} (${formatShortcut(shortcut)})` : label
              return (
                <button
                  key={name}
                  className="icon-btn"
                  type="button"
                  aria-label={label}
                  disabled={isEnabled && !(state && isEnabled(state))}
                  aria-keyshortcuts={shortcut && formatAriaShortcut(shortcut)}
                  aria-pressed={isOn && state !== null && isOn(state)}
                  aria-expanded={tool.panel && !isOn ? panel === tool.panel : undefined}
                  title={name === "picture" ? t("common:richText.picture.several") : title}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => applyTool(tool)}
                >
                  <Icon name={icon} size={18} />
                </button>
              )
            })}
          </div>
          {children}
        </div>
        <input
          ref={fileInput}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ target }) => {
            if (target.files?.length) uploadFiles([...target.files])
            target.value = ""
          }}
        />
        {state && panel && (
          <InsertPanel
            key={panel}
            panel={panel}
            siteSuggestions={siteSuggestions}
            state={state}
            run={run}
            onClose={() => {
              setPanel(null)
              editor.current?.view.focus()
            }}
          />
        )}
        {state && !panel && <PicturePanel id={`${id}-picture-`} state={state} run={run} />}
        <p className="hint px-4" role="status">
          {isUploading && t("common:picture.uploading")}
        </p>
      </div>
      <div className="relative">
        <div ref={container} />
        {isOpen && mention && (
          <AtCaret view={editor.current?.view} textPosition={mention.from}>
            <SuggestionList suggestions={suggestions} />
          </AtCaret>
        )}
        <p className="sr-only" role="status">
          {isOpen && suggestions.status}
        </p>
      </div>
    </div>
  )
}
