/** The Content-Security-Policy allows only these scripts. Host and bundle share the set. */
declare global {
  var inlineScripts: Set<string> | undefined
}

export function inlineScript(code: string): string {
  globalThis.inlineScripts ??= new Set()
  globalThis.inlineScripts.add(code)
  return code
}
