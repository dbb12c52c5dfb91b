/** React components as plain HTML of prebuilt pages. */
import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { reportLeftOut } from "../shared/dependency-tracking.ts"

/** React asks for pictures before everything else, which would hold up the first paint. */
const PRELOADS = /^(<link rel="preload" as="image"[^>]*>)+/

const render = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props)).replace(PRELOADS, "")

/** Returns the props without the items of lists that cannot be rendered by themselves; null when there are none. */
function withoutBroken<Props extends object>(component: FunctionComponent<Props>, props: Props) {
  const entries = Object.entries(props)
  const isList = ([, value]: [string, unknown]) => Array.isArray(value)
  const empty = Object.fromEntries(entries.filter(isList).map(([name]) => [name, []]))
  let isBroken = false
  const renders = (name: string) => (item: unknown) => {
    try {
      render(component, { ...props, ...empty, [name]: [item] })
      return true
    } catch {
      isBroken = true
      return false
    }
  }
  const lists = entries.filter(isList).map(([name, list]) => [name, list.filter(renders(name))])
  return isBroken ? { ...props, ...Object.fromEntries(lists) } : null
}

/**
 * Returns a component's HTML, for `set:html`. Astro's own way renders each component twice, as a stream; a list of
 * them would take a build longer than everything else on the page. An item of a list that cannot be rendered is left
 * out and reported, so that one event or post does not keep the home page as it was.
 */
export function html<Props extends object>(component: FunctionComponent<Props>, props: Props) {
  try {
    return render(component, props)
  } catch (error) {
    const rest = withoutBroken(component, props)
    if (!rest) throw error
    reportLeftOut(null, error)
    return render(component, rest)
  }
}
