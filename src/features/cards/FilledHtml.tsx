/** A text of ours with its cards: of what the build knows, or of what the API answers. */
import { useEffect, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { RenderedHtml } from "../../ui/markdown/RenderedHtml.tsx"
import { type Card, type Cards, cardsIn, fillCards } from "./cards.ts"
import { loadCard } from "./load-card.ts"

interface Props {
  locale: Locale
  /** As our renderer made it: sanitized. */
  html: string
  className: string
  lang?: string | undefined
  /** What a build knows, without events that are over; without it, in a browser, they are loaded. */
  cards?: Cards | undefined
}

const NONE: Cards = new Map()

export function FilledHtml({ locale, html, cards, ...rest }: Props) {
  const [loaded, setLoaded] = useState(NONE)

  useEffect(() => {
    if (cards) return
    let isCurrent = true
    const found = new Map<string, Card>()
    for (const path of cardsIn(html)) {
      void loadCard(path).then((card) => {
        if (card) found.set(path, card)
        if (card && isCurrent) setLoaded(new Map(found))
      })
    }
    return () => {
      isCurrent = false
    }
  }, [html, cards])

  // A build's page that asked for the time would have to be built again each time.
  const filled = cards ? fillCards(html, locale, cards, null) : fillCards(html, locale, loaded)
  return <RenderedHtml {...rest} html={filled} />
}
