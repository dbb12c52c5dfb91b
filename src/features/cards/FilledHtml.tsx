/** Shows rendered Markdown, with cards in place of its links to events and teams. */
import { useEffect, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { RenderedHtml } from "../../ui/markdown/RenderedHtml.tsx"
import { type Card, type Cards, fillCards, findCards } from "./cards.ts"
import { loadCard } from "./load-card.ts"

interface Props {
  locale: Locale
  html: string
  className: string
  lang?: string | undefined
  /** Cards for a build. Undefined in browsers, which load cards from the API. */
  cards?: Cards | undefined
}

const NO_CARDS: Cards = new Map()

export function FilledHtml({ locale, html, cards, ...rest }: Props) {
  const [loadedCards, setLoadedCards] = useState(NO_CARDS)

  useEffect(() => {
    if (cards) return
    let isCurrent = true
    const newCards = new Map<string, Card>()
    for (const path of findCards(html)) {
      void loadCard(path).then((card) => {
        if (card) newCards.set(path, card)
        if (card && isCurrent) setLoadedCards(new Map(newCards))
      })
    }
    return () => {
      isCurrent = false
    }
  }, [html, cards])

  // Builds ignore the time: a page that depends on the time would be rendered in every build.
  const filledHtml = cards
    ? fillCards(html, locale, cards, null)
    : fillCards(html, locale, loadedCards)
  return <RenderedHtml {...rest} html={filledHtml} />
}
