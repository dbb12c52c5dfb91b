interface Props {
  html: string
  className: string
  /** The language of the text if the page has another language; empty if the language is unknown. */
  lang?: string | undefined
}

export const RenderedHtml = ({ html, className, lang }: Props) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved, and scripts in it would not run
  <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
)
