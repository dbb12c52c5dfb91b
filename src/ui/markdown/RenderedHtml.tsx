interface Props {
  html: string
  className: string
  lang?: string | undefined
}

export const RenderedHtml = ({ html, className, lang }: Props) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML was sanitized when it was saved, and scripts in it would not run
  <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
)
