import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { reportLeftOut } from "../shared/dependency-tracking.ts"

/** Preloads of pictures, which React adds, delay the first paint. */
const PRELOADS = /^(<link rel="preload" as="image"[^>]*>)+/

const render = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props)).replace(PRELOADS, "")

function removeBroken<Props extends object>(component: FunctionComponent<Props>, props: Props) {
  const entries = Object.entries(props)
  const isList = ([, value]: [string, unknown]) => Array.isArray(value)
  const empty = Object.fromEntries(entries.filter(isList).map(([name]) => [name, []]))
  let isBroken = false
  const canRender = (name: string) => (item: unknown) => {
    try {
      render(component, { ...props, ...empty, [name]: [item] })
      return true
    } catch {
      isBroken = true
      return false
    }
  }
  const lists = entries.filter(isList).map(([name, list]) => [name, list.filter(canRender(name))])
  return isBroken ? { ...props, ...Object.fromEntries(lists) } : null
}

/** Renders a component. Leaves out and reports list items that fail. */
export function renderHtml<Props extends object>(
  component: FunctionComponent<Props>,
  props: Props,
) {
  try {
    return render(component, props)
  } catch (error) {
    const renderable = removeBroken(component, props)
    if (!renderable) throw error
    reportLeftOut(null, error)
    return render(component, renderable)
  }
}
