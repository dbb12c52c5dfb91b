/** A Markdown text as readers will see it. What renders it is loaded when it is first needed. */
import { useEffect, useRef, useState } from "react"
import { pageTranslate } from "../i18n/page-translate.ts"

/** How long typing may pause before the preview follows, in milliseconds. */
const FOLLOW_AFTER_MS = 150

async function render(text: string): Promise<Node[]> {
  const { renderMarkdown } = await import("../markdown/render.ts")
  // Sanitised by the renderer; a parser's document runs no scripts either.
  const { body } = new DOMParser().parseFromString(renderMarkdown(text), "text/html")
  // A link must not lead away from unsaved work.
  for (const link of body.querySelectorAll("a")) link.target = "_blank"
  return [...body.childNodes]
}

/** What scrolls must be reached by the keyboard; only some browsers see to that themselves. */
function makeReachable(pane: HTMLElement): void {
  if (pane.scrollHeight > pane.clientHeight) pane.tabIndex = 0
  else pane.removeAttribute("tabindex")
}

export function MarkdownPreview({ text, lang }: { text: string; lang: string }) {
  const t = pageTranslate()
  const pane = useRef<HTMLElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    let isOutdated = false
    const timer = setTimeout(() => {
      render(text).then(
        (nodes) => {
          if (isOutdated) return
          page.current?.replaceChildren(...nodes)
          if (pane.current) makeReachable(pane.current)
          setHasFailed(false)
        },
        () => setHasFailed(true),
      )
    }, FOLLOW_AFTER_MS)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text])

  return (
    <section ref={pane} className="markdown-preview" aria-label={t("common:markdown.preview")}>
      {hasFailed && <p className="soft">{t("common:markdown.previewFailed")}</p>}
      {text.trim() === "" && <p className="soft">{t("common:markdown.previewEmpty")}</p>}
      <div ref={page} className="prose" lang={lang} />
    </section>
  )
}
