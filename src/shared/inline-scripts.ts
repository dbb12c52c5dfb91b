/**
 * The inline scripts that the Content-Security-Policy allows. The set is global, because the host does not
 * share modules with the site's bundle.
 */
declare global {
  var inlineScripts: Set<string> | undefined
}

/** Allows an inline script, and returns its code. */
export function inlineScript(code: string): string {
  globalThis.inlineScripts ??= new Set()
  globalThis.inlineScripts.add(code)
  return code
}
