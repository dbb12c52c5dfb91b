/** React components as plain HTML of prebuilt pages. */
import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"

/** React asks for pictures before everything else, which would hold up the first paint. */
const PRELOADS = /^(<link rel="preload" as="image"[^>]*>)+/

/**
 * A component's HTML, for `set:html`. Astro's own way renders each component twice, as a stream; a list of
 * them would take a build longer than everything else on the page.
 */
export const html = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props)).replace(PRELOADS, "")
