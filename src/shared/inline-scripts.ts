/**
 * The scripts that templates write into pages. The Content-Security-Policy allows only their hashes, so browsers block a
 * script that is injected into a page's content. The set is on `globalThis`, because the host's renderer
 * (netlify/host/build/astro-app.ts) and the bundle load separate copies of this file.
 */
declare global {
  var inlineScripts: Set<string> | undefined
}

export function inlineScript(code: string): string {
  globalThis.inlineScripts ??= new Set()
  globalThis.inlineScripts.add(code)
  return code
}
