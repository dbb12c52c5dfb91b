/** What an editor's page tells it of the site that the text is for. */

export interface Suggestion {
  kind: "news" | "team" | "event" | "page"
  /** As on the English site. */
  path: string
  title: string
  /** When and where, say. */
  detail: string
}

/** Whatever a link may lead to, or only what has a card. */
export type Suggested = "pages" | "cards"

export interface OwnSite {
  /** Our pages for some words; without words, those that are wanted most. Rejects when they cannot be reached. */
  suggest: (query: string, suggested: Suggested) => Promise<Suggestion[]>
  /** A card as readers see it; null for what has none now. */
  card: (path: string) => Promise<{ name: string; html: string } | null>
}
