/** The rich editor: its toolbar, what it asks for, and the text as readers will see it. */
import type { Command, EditorState } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { GALLERY_MAX } from "../../markdown/blocks.ts"
import { AnyIcon, type AnyIconName } from "../AnyIcon.tsx"
import { createPictureUpload, type Message, sendPicture } from "../pictures/picture-upload.ts"
import { ariaShortcut, shownShortcut } from "../shortcut.ts"
import { showToast } from "../toast/toasts.ts"
import { schema } from "./document.ts"
import {
  activeCommands,
  COMMANDS,
  type CommandName,
  createEditor,
  insertBlock,
  insertMention,
  mentionAt,
  STEPS,
} from "./editor.ts"
import { followKeyboard } from "./keyboard.ts"
import type { OwnSite } from "./own-site.ts"
import { InsertPanel, type Panel, PicturePanel } from "./panels.tsx"
import { optionId, SuggestionList, useSuggestions } from "./suggestions.tsx"

const { nodes } = schema

type Tool = CommandName | Panel | "picture" | keyof typeof STEPS

const isStep = (name: Tool): name is keyof typeof STEPS => name in STEPS

/** What is used most comes first: a phone shows six of them. */
const TOOLS: { name: Tool; icon: AnyIconName; keys?: string }[] = [
  { name: "heading", icon: "heading", keys: "Mod+Alt+2" },
  { name: "bold", icon: "bold", keys: "Mod+B" },
  { name: "italic", icon: "italic", keys: "Mod+I" },
  { name: "link", icon: "link", keys: "Mod+K" },
  { name: "picture", icon: "picture" },
  { name: "undo", icon: "undo", keys: "Mod+Z" },
  { name: "redo", icon: "redo", keys: "Mod+Shift+Z" },
  { name: "list", icon: "list", keys: "Mod+Shift+8" },
  { name: "card", icon: "at" },
  { name: "video", icon: "video" },
  { name: "subheading", icon: "subheading", keys: "Mod+Alt+3" },
  { name: "numbers", icon: "numbers", keys: "Mod+Shift+7" },
  { name: "quote", icon: "quote", keys: "Mod+Shift+9" },
  { name: "button", icon: "button" },
  { name: "divider", icon: "divider" },
]

export interface AreaProps {
  id: string
  value: string
  lang: string
  isInvalid: boolean
  describedBy: string | undefined
  /** Where pictures go, `news-images` say. */
  bucket: string
  site: OwnSite
  isUploading: boolean
  onChange: (markdown: string) => void
  /** `waitFor` of `createForm`. */
  waitFor: (upload: Promise<boolean>) => void
  /** At the end of the toolbar. */
  children?: ReactNode
}

/** Splits pictures into galleries of about the same size. A group of one picture is not a gallery. */
function galleriesOf(urls: string[]): string[][] {
  const size = Math.ceil(urls.length / Math.ceil(urls.length / GALLERY_MAX))
  return urls.flatMap((_url, index) =>
    index % size === 0 ? [urls.slice(index, index + size)] : [],
  )
}

/** Shows its children below a position in the text, or above it if there is no room below. */
function AtCaret({
  view,
  at,
  children,
}: {
  view: EditorView | undefined
  at: number
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const around = box.current?.parentElement?.getBoundingClientRect()
    if (!view || !box.current || !around) return
    const { left, top, bottom } = view.coordsAtPos(at)
    const { style, offsetWidth, offsetHeight } = box.current
    const screen = window.visualViewport
    const seen = box.current.closest("form > *")?.getBoundingClientRect().bottom ?? innerHeight
    const end = Math.min(screen ? screen.offsetTop + screen.height : innerHeight, seen)
    const isAbove = bottom + offsetHeight > end && top > offsetHeight
    style.left = `${Math.max(0, Math.min(left - around.left, around.width - offsetWidth))}px`
    style.top = `${(isAbove ? top - offsetHeight - 6 : bottom + 6) - around.top}px`
  })
  return (
    <div ref={box} className="rich-at-caret">
      {children}
    </div>
  )
}

export default function RichTextArea(props: AreaProps) {
  const { id, value, lang, isInvalid, describedBy, bucket, site, isUploading, children } = props
  const t = pageTranslate()
  const hint = t("common:richText.hint")
  const place = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const editor = useRef<ReturnType<typeof createEditor>>(null)
  const written = useRef(value)
  const [state, setState] = useState<EditorState | null>(null)
  const [panel, setPanel] = useState<Panel | null>(null)

  function run(command: Command, isBack = false) {
    const view = editor.current?.view
    if (!view) return
    command(view.state, view.dispatch, view)
    if (isBack) view.focus()
  }

  /** Uploads all chosen pictures and inserts them. Resolves to false when one of them is missing. */
  async function upload(chosen: File[]): Promise<boolean> {
    const urls: string[] = []
    const failures: Message[] = []
    for (const file of chosen) {
      const { take, clear } = createPictureUpload({
        send: (picture) => sendPicture(bucket, picture),
        onUploaded: (url) => urls.push(url),
        onFailed: (failure) => failures.push(failure),
      })
      await take(file)
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
    for (const pictures of galleriesOf(urls)) {
      const [alone, ...others] = pictures.map((src) => nodes.picture.create({ src }))
      if (!alone) continue
      run(insertBlock(others.length > 0 ? nodes.gallery.create(null, [alone, ...others]) : alone))
    }
    return failures.length === 0 && editor.current !== null
  }

  // The editor is made once; these are what it was given last.
  const given = useRef(props)
  given.current = props
  const take = (chosen: File[]) => given.current.waitFor(upload(chosen))

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is handed over below
  useEffect(() => {
    if (!place.current) return
    const created = createEditor({
      place: place.current,
      site,
      markdown: value,
      onChange(markdown) {
        written.current = markdown
        given.current.onChange(markdown)
      },
      onUpdate: setState,
      onLink: () => setPanel("link"),
      onDescribe() {
        setPanel(null)
        // When its panel is there.
        setTimeout(() => document.getElementById(`${id}-picture-alt`)?.focus())
      },
      onKey: (event) => takeKey.current(event),
      onFiles: take,
    })
    editor.current = created
    const showCaret = () => {
      const { view } = created
      if (!view.hasFocus()) return
      const rich = view.dom.closest(".rich")
      if (rich && rich.getBoundingClientRect().top > 0) rich.scrollIntoView({ block: "start" })
      view.dispatch(view.state.tr.scrollIntoView())
    }
    const stop = followKeyboard(showCaret)
    return () => {
      stop()
      // A picture that arrives later has no text any more.
      editor.current = null
      created.view.destroy()
    }
  }, [])

  const mention = state && mentionAt(state)
  // Where one goes on without it.
  const [left, setLeft] = useState<number | null>(null)
  const isChoosing = mention !== null && mention.from !== left
  const suggestions = useSuggestions({
    site,
    suggested: "cards",
    query: isChoosing ? mention.query : null,
    onChoose: (item) => mention && run(insertMention(mention, item), true),
  })
  const { isOpen } = suggestions
  const active = optionId(suggestions)
  const takeKey = useRef<(event: KeyboardEvent) => boolean>(() => false)
  takeKey.current = (event) => {
    if (!isOpen || !mention) return false
    if (event.key !== "Escape") return suggestions.onKey(event)
    setLeft(mention.from)
    // The dialog around it stays.
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  useEffect(() => {
    if (!mention) setLeft(null)
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
        // Seen while there is nothing else.
        "data-hint": hint,
        "aria-autocomplete": "list",
        "aria-haspopup": "listbox",
        ...(isOpen && { "aria-controls": suggestions.id, "aria-activedescendant": active }),
      },
    })
  }, [id, lang, isInvalid, describedBy, isOpen, active, suggestions.id, hint])

  // Another text than was written here: an earlier version that was restored, say.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor.current?.load(value)
  }, [value])

  function press(name: Tool) {
    if (name === "picture") files.current?.click()
    else if (isStep(name)) run(STEPS[name].command, true)
    else if (name === "link" || name === "video" || name === "button" || name === "card") {
      setPanel(panel === name ? null : name)
    } else run(COMMANDS[name], true)
  }
  const pressed = state ? activeCommands(state) : new Set<string>()
  return (
    <div className="rich" aria-busy={isUploading}>
      <div className="rich-head">
        <div className="rich-bar">
          <div className="rich-tools" role="toolbar" aria-label={t("common:richText.tools")}>
            {TOOLS.map(({ name, icon, keys }) => (
              <button
                key={name}
                className="icon-btn"
                type="button"
                aria-label={t(`common:richText.tool.${name}`)}
                disabled={isStep(name) && (!state || STEPS[name].depth(state) === 0)}
                aria-keyshortcuts={keys && ariaShortcut(keys)}
                aria-pressed={name in COMMANDS || name === "link" ? pressed.has(name) : undefined}
                aria-expanded={
                  name === "video" || name === "button" || name === "card"
                    ? panel === name
                    : undefined
                }
                title={
                  name === "picture"
                    ? t("common:richText.picture.several")
                    : `${t(`common:richText.tool.${name}`)}${keys ? ` (${shownShortcut(keys)})` : ""}`
                }
                // The selection stays in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => press(name)}
              >
                <AnyIcon name={icon} size={18} />
              </button>
            ))}
          </div>
          {children}
        </div>
        <input
          ref={files}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ target }) => {
            if (target.files?.length) take([...target.files])
            target.value = ""
          }}
        />
        {state && panel && (
          <InsertPanel
            key={panel}
            panel={panel}
            site={site}
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
        <div ref={place} />
        {isOpen && mention && (
          <AtCaret view={editor.current?.view} at={mention.from}>
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
