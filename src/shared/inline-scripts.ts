/**
 * The scripts that templates write into pages. The Content-Security-Policy allows only the hashes of these scripts, so
 * that a script in the content of a page is blocked. The host's renderer
 * (netlify/host/build/astro-app.ts) finds the set through `globalThis`, because the bundle is a separate module graph.
 */
declare global {
  var inlineScripts: Set<string> | undefined
}

/** Registers a script for the policy, and returns it. */
export function inlineScript(code: string): string {
  globalThis.inlineScripts ??= new Set()
  globalThis.inlineScripts.add(code)
  return code
}
