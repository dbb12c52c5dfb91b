/** Markdown to HTML that is safe to show, for the server (when saving) and the editor's preview alike. */
import MarkdownIt from "markdown-it"
import { ownPages } from "./own-pages.ts"

// Raw HTML is text (`html: false`), and links go to the web and to mail alone: what comes out has no
// other elements and attributes than the parser's own. Its time grows with the length of the text, also
// for texts made to be slow; nesting ends at `maxNesting`.
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 }).use(ownPages)

// Addresses that are written out are links, too, if they say that they are addresses of the web.
for (const scheme of ["ftp:", "mailto:", "//"]) markdown.linkify.add(scheme, null)
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })

markdown.validateLink = (url) => /^(https?:|mailto:|\/(?!\/)|#|[\w-]+(\/|$))/i.test(url.trim())

/** The HTML of a Markdown text: headings start at h2, outside links say nofollow. */
export const renderMarkdown = (text: string): string => markdown.render(text).trim()
