/** Markdown to HTML that is safe to show, for the server (when saving) and the editor's preview alike. */
import rehypeSanitize, { defaultSchema } from "rehype-sanitize"
import rehypeStringify from "rehype-stringify"
import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import remarkRehype from "remark-rehype"
import { unified } from "unified"
import { articleElements } from "./article-elements.ts"

// Raw HTML never gets as far as the sanitiser: remark-rehype drops it unless it is told not to.
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // The sanitiser prefixes ids itself; labels are signs, since the text may be in any language.
  .use(remarkRehype, { clobberPrefix: "", footnoteLabel: "⁂", footnoteBackLabel: "↩" })
  .use(articleElements)
  .use(rehypeSanitize, {
    ...defaultSchema,
    protocols: { ...defaultSchema.protocols, src: ["https"], href: ["https", "http", "mailto"] },
    attributes: {
      ...defaultSchema.attributes,
      a: [...(defaultSchema.attributes?.["a"] ?? []), "rel"],
      img: [...(defaultSchema.attributes?.["img"] ?? []), "loading", "decoding"],
    },
  })
  .use(rehypeStringify)
  .freeze()

/** The sanitised HTML of a Markdown text: headings start at h2, outside links say nofollow. */
export const renderMarkdown = (markdown: string): string => String(processor.processSync(markdown))
