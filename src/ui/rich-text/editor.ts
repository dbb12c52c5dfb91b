import { baseKeymap, chainCommands } from "prosemirror-commands"
import { dropCursor } from "prosemirror-dropcursor"
import { gapCursor } from "prosemirror-gapcursor"
import { history, redo, undo } from "prosemirror-history"
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules"
import { keymap } from "prosemirror-keymap"
import { type MarkType, type Node, Slice } from "prosemirror-model"
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list"
import { type Command, EditorState, Plugin } from "prosemirror-state"
import { EditorView, type NodeView } from "prosemirror-view"
import {
  breakLine,
  convertVideoUrl,
  getPositionAfterBlock,
  getSelectedPicture,
  leaveForParagraph,
  selectInBlock,
} from "./commands.ts"
import { openMarkdown, parseLines } from "./document.ts"
import type { SiteSuggestions } from "./own-site.ts"
import { isPicture, tidyPastedHtml } from "./paste.ts"
import { schema } from "./schema.ts"
import { TOOL_KEYMAP } from "./tools.ts"

const { nodes, marks } = schema

/**
 * Creates a rule for typed Markdown such as `**text**`. The pattern captures the space before the mark, and the text.
 */
const createMarkRule = (pattern: RegExp, mark: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [matchedText, lead = "", text = ""] = match
    if (!text) return null
    const from = start + matchedText.indexOf(lead) + lead.length
    return state.tr
      .replaceWith(
        from,
        end,
        schema.text(text, [...(state.doc.resolve(from).marks() ?? []), mark.create()]),
      )
      .removeStoredMark(mark)
  })

const markdownInputRules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,4})\s$/, nodes.heading, ([, signs = ""]) => ({
      level: Math.max(signs.length, 2),
    })),
    textblockTypeInputRule(/^```$/, nodes.code_block),
    wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    wrappingInputRule(/^\s*[-+*]\s$/, nodes.bullet_list, { tight: true }),
    wrappingInputRule(/^(\d+)\.\s$/, nodes.ordered_list, ([, order]) => ({
      order: Number(order),
      tight: true,
    })),
    new InputRule(/^---$/, (state, _match, start, end) =>
      state.tr.replaceRangeWith(start - 1, end, nodes.horizontal_rule.create()),
    ),
    createMarkRule(/(^|\s)\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
    createMarkRule(/(^|\s)\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
    createMarkRule(/(^|\s)_([^_\s](?:[^_]*[^_\s])?)_$/, marks.em),
  ],
})

function parsePastedText(text: string): Slice {
  const { content } = parseLines(text)
  // A single paragraph continues the text at the caret; other content becomes blocks.
  const isParagraph = content.childCount === 1 && content.firstChild?.type === nodes.paragraph
  return isParagraph ? new Slice(content, 1, 1) : new Slice(content, 0, 0)
}

/** Shows a card as the site shows it. While the card loads, or if it cannot be loaded, shows its text. */
function createCardView(
  { attrs: { href, text } }: Node,
  siteSuggestions: SiteSuggestions,
): NodeView {
  const dom = document.createElement("div")
  dom.className = "card-block"
  dom.textContent = text
  void siteSuggestions.loadCard(href).then((card) => {
    if (!card) return
    const cardElement = document.createElement("div")
    cardElement.inert = true
    // This is safe, because the site renders the HTML and escapes the content of the card.
    cardElement.innerHTML = card.html
    dom.replaceChildren(cardElement)
  })
  return { dom, ignoreMutation: () => true }
}

interface Options {
  container: HTMLElement
  siteSuggestions: SiteSuggestions
  markdown: string
  onChange: (markdown: string) => void
  onUpdate: (state: EditorState) => void
  onLink: () => void
  /** Called when a picture was selected so that the author can describe it. */
  onDescribePicture: () => void
  /** Returns true if the key has been handled. */
  onKey: (event: KeyboardEvent) => boolean
  onFiles: (files: File[]) => void
}

const pickPictures = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"))

export function createEditor(options: Options): { view: EditorView; load: (text: string) => void } {
  let { doc, toMarkdown } = openMarkdown(options.markdown)
  const openLink: Command = () => {
    options.onLink()
    return true
  }
  const plugins = [
    new Plugin({
      props: {
        handleKeyDown: (_view, event) => options.onKey(event),
        // Text typed on a selected picture or card goes into a new paragraph.
        handleTextInput(view, _from, _to, text) {
          if (getPositionAfterBlock(view.state) === null) return false
          view.dispatch(leaveForParagraph(view.state.tr).insertText(text).scrollIntoView())
          return true
        },
        handleDOMEvents: {
          compositionstart(view) {
            if (getPositionAfterBlock(view.state) !== null)
              view.dispatch(leaveForParagraph(view.state.tr))
          },
        },
      },
    }),
    markdownInputRules,
    keymap({
      ...TOOL_KEYMAP,
      "Mod-z": chainCommands(undoInputRule, undo),
      "Mod-y": redo,
      Backspace: undoInputRule,
      "Mod-k": openLink,
      "Shift-Enter": breakLine,
      Enter: chainCommands(convertVideoUrl, splitListItem(nodes.list_item)),
      "Mod-]": sinkListItem(nodes.list_item),
      "Mod-[": liftListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
    history(),
    dropCursor(),
    gapCursor(),
    new Plugin({
      props: {
        transformPastedHTML: tidyPastedHtml,
        clipboardTextParser: parsePastedText,
        clipboardTextSerializer: ({ content }) =>
          content.textBetween(0, content.size, "\n\n", ({ type }) =>
            type === nodes.hard_break ? "\n" : "",
          ),
        handleDOMEvents: {
          // The warnings of the admin editor (features/news/admin/warnings.tsx) send this event.
          showline(view, event) {
            const { line = 0, alt } = event instanceof CustomEvent ? event.detail : {}
            const { findBlockIndex } = openMarkdown(toMarkdown(view.state.doc))
            selectInBlock(findBlockIndex(line), alt)(view.state, view.dispatch)
            if (getSelectedPicture(view.state)) options.onDescribePicture()
            return true
          },
        },
        handlePaste: (_view, event) => takeFiles(event.clipboardData),
        handleDrop: (_view, event, _slice, isMoved) => !isMoved && takeFiles(event.dataTransfer),
      },
    }),
  ]
  function takeFiles(data: DataTransfer | null): boolean {
    const files = pickPictures(data)
    if (!data || files.length === 0) return false
    // Word and Excel copy text as text and as a picture. The text is pasted.
    if (data.types.includes("text/html") && !isPicture(data.getData("text/html"))) return false
    options.onFiles(files)
    return true
  }
  const view = new EditorView(options.container, {
    state: EditorState.create({ doc, plugins }),
    nodeViews: { card: (node) => createCardView(node, options.siteSuggestions) },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged) options.onChange(toMarkdown(view.state.doc))
      options.onUpdate(view.state)
    },
  })
  options.onUpdate(view.state)
  return {
    view,
    load(text) {
      ;({ doc, toMarkdown } = openMarkdown(text))
      view.updateState(EditorState.create({ doc, plugins }))
      options.onUpdate(view.state)
    },
  }
}
