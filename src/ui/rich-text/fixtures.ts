import type { Node } from "prosemirror-model"
import { expect } from "vitest"
import { openMarkdown } from "./document.ts"
import { schema } from "./schema.ts"

/** Seed of random test data. A fixed seed makes test runs repeatable. */
export const SEED = 2026

/** Returns the Markdown of a document that was not opened from Markdown. */
export const serialize = (doc: Node): string => openMarkdown("").toMarkdown(doc)

export const makeDoc = (...blocks: Node[]) => schema.node("doc", null, blocks)
export const makeParagraph = (...content: Node[]) => schema.node("paragraph", null, content)

/** Converts a document to Markdown and back, and expects an equal document. Returns the Markdown. */
export function expectRoundTrip(doc: Node): string {
  const markdown = serialize(doc)
  expect(openMarkdown(markdown).doc.toJSON(), markdown).toEqual(doc.toJSON())
  return markdown
}
