interface Props {
  /** As our renderer made it: sanitized. */
  html: string
  className: string
  /** The text's language where it is not the page's; empty for an unknown one. */
  lang?: string | undefined
}

/** Text that the server has rendered from Markdown. */
export const RenderedHtml = ({ html, className, lang }: Props) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved, and scripts in it would not run
  <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
)
