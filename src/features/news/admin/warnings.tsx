/** Warnings before an article is published. They do not prevent publishing. */
import type { Token } from "markdown-it"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/dialog/Dialog.tsx"
import type { ArticleValues } from "./schema.ts"

type Field = "content" | "excerpt" | "cover_image_url" | "cover_alt"

export interface Warning {
  kind:
    | "emptyLink"
    | "headingLevels"
    | "pictureAlt"
    | "sameAlt"
    | "noCover"
    | "coverAlt"
    | "noExcerpt"
  field: Field
  /** Line in the Markdown text, counted from 0. */
  line?: number
  /** The text, URL or description that the warning is about. */
  about?: string
}

/** Finds links that have no URL or no text. For each link, returns the URL or, if it has none, the text. */
function findEmptyLinks(children: Token[]): string[] {
  return children.flatMap((token, index) => {
    if (token.type !== "link_open") return []
    const followingTokens = children.slice(index + 1)
    const closeIndex = followingTokens.findIndex(({ type }) => type === "link_close")
    const words = followingTokens.slice(0, closeIndex).map(({ content }) => content)
    const [href, text] = [String(token.attrGet("href") ?? ""), words.join("").trim()]
    return href && text ? [] : [href || text]
  })
}

/** Returns the warnings about an article's text. For a translation, `originalContent` is the text of its original. */
async function findContentWarnings(content: string, originalContent: string): Promise<Warning[]> {
  const [{ createMarkdownParser }, { parseUploadedPicture }] = await Promise.all([
    import("../../../markdown/render.ts"),
    import("../../../markdown/blocks.ts"),
  ])
  const isMissingAlt = (token: Token) =>
    !token.content.trim() &&
    parseUploadedPicture(String(token.attrGet("src") ?? ""))?.isDecoration === false
  const getPictureKey = (token: Token) => `${token.attrGet("src")} ${token.content.trim()}`
  const isPicture = ({ type }: Token) => type === "picture" || type === "image"
  const originalTokens = createMarkdownParser()
    .parse(originalContent, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
  /** Pictures of the original with their descriptions. The translation should translate these descriptions. */
  const originalPictures = new Set(originalTokens.filter(isPicture).map(getPictureKey))
  const warnings: Warning[] = []
  // The title of the page is its h1. An h1 in the text is rendered as an h2.
  let previousLevel = 1
  let line = 0
  const tokens = createMarkdownParser().parse(content, {})
  for (const [index, token] of tokens.entries()) {
    line = token.map?.[0] ?? line
    const addWarning = (kind: Warning["kind"], about = "") =>
      warnings.push({ kind, field: "content", line, about })
    const children = token.children ?? []
    const checkPicture = (picture: Token) => {
      const alt = picture.content.trim()
      if (isMissingAlt(picture)) addWarning("pictureAlt")
      else if (alt && originalPictures.has(getPictureKey(picture))) addWarning("sameAlt", alt)
    }
    if (token.type === "picture") checkPicture(token)
    if (token.type === "inline") {
      for (const about of findEmptyLinks(children)) addWarning("emptyLink", about)
      for (const picture of children) {
        if (picture.type === "image") checkPicture(picture)
      }
    }
    if (token.type !== "heading_open") continue
    const level = Math.max(2, Number(token.tag.slice(1)))
    const skipsLevel = level > previousLevel + 1
    if (skipsLevel) addWarning("headingLevels", tokens[index + 1]?.content)
    previousLevel = level
  }
  return warnings
}

type CheckedValues = Pick<
  ArticleValues,
  "content" | "excerpt" | "cover_image_url" | "cover_alt" | "cover_is_decoration"
>

/**
 * Returns the warnings about an article. For a translation, `original` is its original, which has the cover for all
 * translations.
 */
export async function findWarnings(
  values: CheckedValues,
  original?: Omit<CheckedValues, "excerpt">,
): Promise<Warning[]> {
  const { content, excerpt, cover_alt } = values
  const { cover_image_url, cover_is_decoration } = original ?? values
  const warnings = await findContentWarnings(content, original?.content ?? "")
  if (!excerpt.trim()) warnings.push({ kind: "noExcerpt", field: "excerpt" })
  if (!cover_image_url) warnings.push({ kind: "noCover", field: "cover_image_url" })
  else if (cover_is_decoration) return warnings
  else if (!cover_alt.trim()) warnings.push({ kind: "coverAlt", field: "cover_alt" })
  else if (cover_alt.trim() === original?.cover_alt.trim())
    warnings.push({ kind: "sameAlt", field: "cover_alt", about: cover_alt })
  return warnings
}

/** Focuses the field of a warning, and moves the caret to the line of the warning. */
function showInEditor({ kind, field, line = 0, about = "" }: Warning): void {
  const input = document.querySelector<HTMLElement>(`.editor [id$="${field}"]`)
  input?.scrollIntoView({ block: "center" })
  input?.focus()
  if (field !== "content") return
  const detail = { line, ...((kind === "pictureAlt" || kind === "sameAlt") && { alt: about }) }
  input?.dispatchEvent(new CustomEvent("showline", { detail }))
  if (!(input instanceof HTMLTextAreaElement)) return
  const linesBefore = input.value.split("\n").slice(0, line)
  const lineStart = linesBefore.map((text) => `${text}\n`).join("").length
  input.setSelectionRange(lineStart, lineStart)
}

interface Props {
  warnings: Warning[]
  onPublish: () => void
  onBack: () => void
}

export function WarningsDialog({ warnings, onPublish, onBack }: Props) {
  const t = pageTranslate()
  return (
    <Dialog
      className="w-[min(560px,100%-32px)]"
      title={t("admin:news.warnings.title", { count: warnings.length })}
      cancel={t("admin:news.warnings.back")}
      onCancel={onBack}
      actions={
        <Button className="btn-small" onClick={onPublish}>
          {t("admin:news.warnings.publish")}
        </Button>
      }
    >
      <ul className="mt-4 border-b border-line">
        {warnings.map((warning, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
            key={index}
            className="flex items-center justify-between gap-4 border-t border-line py-3"
          >
            <span id={`warning-${index}`} className="min-w-0 wrap-anywhere">
              {t(`admin:news.warnings.${warning.kind}`)}
              {warning.about && <span className="block text-sm text-soft">{warning.about}</span>}
            </span>
            <Button
              className="btn-ghost btn-small"
              aria-describedby={`warning-${index}`}
              onClick={() => {
                onBack()
                // Waits until the dialog is closed.
                setTimeout(showInEditor, 0, warning)
              }}
            >
              {t("admin:news.warnings.show")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
