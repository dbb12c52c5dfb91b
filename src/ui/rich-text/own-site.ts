/** A page of this site that the editor suggests as a link or card. */
export interface Suggestion {
  kind: "news" | "team" | "event" | "page"
  path: string
  title: string
  detail: string
}

/** Which pages are suggested. `cards`: only pages that can be shown as a card. */
export type SuggestionScope = "pages" | "cards"

export interface EditorProps {
  /** Text in Markdown. */
  value: string
  lang: string
  /** Storage bucket, such as `news-images`. */
  bucket: string
  siteSuggestions: SiteSuggestions
  onChange: (markdown: string) => void
  /** Receives each upload, so that the form can wait until it ends. */
  waitFor: (upload: Promise<boolean>) => void
}

export interface SiteSuggestions {
  /**
   * An empty query returns the next events (scope `cards`) or nothing (scope `pages`). Rejects if the search fails.
   */
  suggest: (query: string, scope: SuggestionScope) => Promise<Suggestion[]>
  /** Resolves to the title and the HTML of a page's card, or to null if the page has no card. */
  loadCard: (path: string) => Promise<{ name: string; html: string } | null>
}
