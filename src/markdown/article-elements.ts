/** How the elements of a member's Markdown fit into our pages. */
import type { Element, Root, RootContent } from "hast"

const isElement = (node: RootContent): node is Element => node.type === "element"

function adapt(element: Element): void {
  // The page's h1 is the title.
  if (element.tagName === "h1") element.tagName = "h2"
  const { href } = element.properties
  if (element.tagName === "a" && typeof href === "string" && /^https?:/i.test(href)) {
    element.properties["rel"] = ["nofollow", "ugc", "noopener"]
  }
  if (element.tagName === "img") {
    element.properties["loading"] = "lazy"
    element.properties["decoding"] = "async"
  }
}

function visit(nodes: RootContent[]): void {
  for (const node of nodes) {
    if (!isElement(node)) continue
    adapt(node)
    visit(node.children)
  }
}

/** A rehype plugin: demotes h1, marks outside links, loads pictures late. */
export const articleElements = () => (tree: Root) => {
  visit(tree.children.filter((node) => node.type !== "doctype"))
}
