import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { reportLeftOut } from "../shared/dependency-tracking.ts"

/** Matches the picture preloads that React adds. They are removed, because they delay the first paint. */
const PICTURE_PRELOADS = /^(<link rel="preload" as="image"[^>]*>)+/

const render = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props)).replace(PICTURE_PRELOADS, "")

/**
 * Returns the properties without the list items that fail to render, or null if no item fails. Renders the component
 * once for each item, without other list items.
 */
function removeBrokenItems<Props extends object>(
  component: FunctionComponent<Props>,
  props: Props,
) {
  const entries = Object.entries(props)
  const isList = ([, value]: [string, unknown]) => Array.isArray(value)
  const emptyLists = Object.fromEntries(entries.filter(isList).map(([name]) => [name, []]))
  let hasBrokenItem = false
  const canRender = (name: string) => (item: unknown) => {
    try {
      render(component, { ...props, ...emptyLists, [name]: [item] })
      return true
    } catch {
      hasBrokenItem = true
      return false
    }
  }
  const lists = entries.filter(isList).map(([name, list]) => [name, list.filter(canRender(name))])
  return hasBrokenItem ? { ...props, ...Object.fromEntries(lists) } : null
}

/** Renders a component to HTML. Leaves out items of its list properties that fail to render, and reports the error. */
export function renderHtml<Props extends object>(
  component: FunctionComponent<Props>,
  props: Props,
) {
  try {
    return render(component, props)
  } catch (error) {
    const renderable = removeBrokenItems(component, props)
    if (!renderable) throw error
    reportLeftOut(null, error)
    return render(component, renderable)
  }
}
