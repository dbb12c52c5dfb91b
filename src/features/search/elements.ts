/** Elements with their attributes and what is in them. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | null> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, value)
  }
  element.append(...content)
  return element
}

const SVG = "http://www.w3.org/2000/svg"

/** An icon as `Icon.astro` draws it, of a path out of `ICONS`. */
export function makeIcon(path: string, size: number): SVGElement {
  const icon = document.createElementNS(SVG, "svg")
  const attributes = {
    "aria-hidden": "true",
    width: `${size}`,
    height: `${size}`,
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  }
  for (const [name, value] of Object.entries(attributes)) icon.setAttribute(name, value)
  const line = document.createElementNS(SVG, "path")
  line.setAttribute("d", path)
  icon.append(line)
  return icon
}
