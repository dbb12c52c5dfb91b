import { useLayoutEffect, useRef } from "react"

interface Props {
  /** As our renderer made it: sanitised. */
  html: string
  className: string
  /** The text's language where it is not the page's; empty for an unknown one. */
  lang?: string
}

/** Text that the server has rendered from Markdown. */
export function RenderedHtml({ html, className, lang }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // A parser's document runs no scripts.
    const { body } = new DOMParser().parseFromString(html, "text/html")
    place.current?.replaceChildren(...body.childNodes)
  }, [html])
  return <div ref={place} className={className} lang={lang} />
}
