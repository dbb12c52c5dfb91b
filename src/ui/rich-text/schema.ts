import { schema as basicSchema } from "prosemirror-markdown"
import { Schema } from "prosemirror-model"
import { parseCardPath, parseUploadedPicture } from "../../markdown/blocks.ts"
import { isAllowedLink } from "../../markdown/render.ts"
import { parseVideo } from "../../shared/video.ts"
import { writePictureUrl } from "./serializer.ts"
import { normalizeUrl } from "./urls.ts"

const basic = basicSchema.spec

const nodes = basic.nodes
  .remove("image")
  .update("blockquote", {
    group: "block",
    content: "block+",
    // Keeps the quote when a quote is pasted into an empty paragraph.
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  })
  .update("heading", {
    attrs: { level: { default: 2, validate: "number" } },
    content: "text*",
    group: "block",
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.max(level, 2) },
    })),
    toDOM: ({ attrs }) => [`h${Math.max(attrs["level"], 2)}`, 0],
  })
  .append({
    picture: {
      group: "block",
      attrs: {
        src: { validate: "string" },
        alt: { default: "", validate: "string" },
        caption: { default: "", validate: "string" },
        isDecoration: { default: false, validate: "boolean" },
      },
      draggable: true,
      parseDOM: [
        {
          tag: "img[src]",
          getAttrs: (image) => {
            const uploadedPicture = parseUploadedPicture(image.getAttribute("src") ?? "")
            const [alt, caption] = ["alt", "title"].map((name) => image.getAttribute(name) ?? "")
            return uploadedPicture ? { ...uploadedPicture, alt, caption } : false
          },
        },
      ],
      toDOM: ({ attrs: { src, alt, caption, isDecoration } }) => [
        "figure",
        [
          "img",
          { src: writePictureUrl(src, isDecoration), alt, ...(caption && { title: caption }) },
        ],
        ...(caption ? [["figcaption", caption]] : []),
      ],
    },
    gallery: {
      group: "block",
      content: "picture*",
      parseDOM: [{ tag: "div.gallery" }],
      toDOM: () => ["div", { class: "gallery" }, 0],
    },
    video: {
      group: "block",
      attrs: { url: { validate: "string" } },
      parseDOM: [
        {
          tag: "div[data-video]",
          getAttrs: (div) => {
            const url = div.getAttribute("data-video") ?? ""
            return Boolean(parseVideo(url)?.playerUrl) && { url }
          },
        },
      ],
      toDOM: ({ attrs: { url } }) => ["div", { "data-video": url, class: "video-block" }, url],
    },
    button: {
      group: "block",
      attrs: { href: { validate: "string" }, text: { validate: "string" } },
      parseDOM: [
        {
          tag: "p[data-button]",
          getAttrs: (p) => {
            const href = normalizeUrl(p.getAttribute("data-button") ?? "")
            return isAllowedLink(href) && { href, text: p.textContent }
          },
        },
      ],
      toDOM: ({ attrs: { href, text } }) => [
        "p",
        { "data-button": href },
        ["span", { class: "btn" }, text],
      ],
    },
    card: {
      group: "block",
      attrs: { href: { validate: "string" }, text: { validate: "string" } },
      draggable: true,
      parseDOM: [
        {
          tag: "p[data-card]",
          getAttrs: (p) => {
            const href = p.getAttribute("data-card") ?? ""
            return parseCardPath(href) !== null && { href, text: p.textContent }
          },
        },
      ],
      toDOM: ({ attrs: { href, text } }) => ["p", { "data-card": href }, text],
    },
    raw: {
      group: "block",
      content: "text*",
      marks: "",
      code: true,
      defining: true,
      parseDOM: [{ tag: "pre[data-raw]", preserveWhitespace: "full" }],
      toDOM: () => ["pre", { "data-raw": "" }, ["code", 0]],
    },
  })

type BasicNames =
  typeof basicSchema extends Schema<infer Nodes, infer Marks> ? [Nodes, Marks] : never
type NodeName =
  | Exclude<BasicNames[0], "image">
  | "picture"
  | "gallery"
  | "video"
  | "button"
  | "card"
  | "raw"
type MarkName = BasicNames[1] | "strike"

/** ProseMirror schema of the content that the editor supports. `raw` blocks contain unsupported Markdown. */
export const schema = new Schema<NodeName, MarkName>({
  nodes,
  // The first mark is the outermost, so links contain bold text.
  marks: basic.marks
    .remove("link")
    .addToStart("link", {
      attrs: {
        href: { validate: "string" },
        title: { default: null, validate: "string|null" },
      },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (link) => {
            const href = normalizeUrl(link.getAttribute("href") ?? "")
            return isAllowedLink(href) && { href, title: link.getAttribute("title") || null }
          },
        },
      ],
      toDOM: ({ attrs: { href, title } }) => ["a", { href, ...(title && { title }) }, 0],
    })
    .append({ strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s"] } }),
})
