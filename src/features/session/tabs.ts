/** Telling other tabs that somebody signed in or out. */

const NAME = "daina:session"

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(NAME)

export function tellOtherTabs(): void {
  if (channel) channel.postMessage("changed")
  else localStorage.setItem(NAME, String(Date.now()))
}

/** Calls back when another tab has told. */
export function onToldByOtherTab(listener: () => void): void {
  if (channel) channel.onmessage = listener
  else addEventListener("storage", (event) => event.key === NAME && listener())
}
