/** Markdown to HTML that is safe to show, for the server (when saving) and the editor's preview alike. */
import MarkdownIt, { type MarkdownIt as Markdown } from "markdown-it"
import { ownBlocks } from "./blocks.ts"
import { ownPages } from "./own-pages.ts"

/** Whether a link may lead there: to the web, to mail, and to our own pages. */
export const isAllowedLink = (url: string): boolean =>
  /^(https?:|mailto:|\/(?!\/)|#|[\w-]+(\/|$))/i.test(url.trim())

/** How our texts are read, in pages and in the editor. */
export function ourMarkdown(): Markdown {
  // Raw HTML is text (`html: false`), and links go to the web and to mail alone: what comes out has no
  // other elements and attributes than the parser's own. Its time grows with the length of the text, also
  // for texts made to be slow; nesting ends at `maxNesting`.
  const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 }).use(ownBlocks)
  // Addresses that are written out are links, too, if they say that they are addresses of the web.
  for (const scheme of ["ftp:", "mailto:", "//"]) markdown.linkify.add(scheme, null)
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  markdown.validateLink = isAllowedLink
  return markdown
}

const markdown = ourMarkdown().use(ownPages)

/** The HTML of a Markdown text: headings start at h2, outside links say nofollow. */
export const renderMarkdown = (text: string): string => markdown.render(text).trim()
