export interface Suggestion {
  kind: "news" | "team" | "event" | "page"
  path: string
  title: string
  detail: string
}

/** `cards`: only pages that can be shown as a card. */
export type SuggestionScope = "pages" | "cards"

export interface EditorProps {
  value: string
  lang: string
  bucket: string
  siteSuggestions: SiteSuggestions
  onChange: (markdown: string) => void
  waitFor: (upload: Promise<boolean>) => void
}

export interface SiteSuggestions {
  /** An empty query suggests the most popular pages. Rejects if the search fails. */
  suggest: (query: string, scope: SuggestionScope) => Promise<Suggestion[]>
  card: (path: string) => Promise<{ name: string; html: string } | null>
}
