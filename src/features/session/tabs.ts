/** Telling other tabs that somebody signed in or out. */

const channel = new BroadcastChannel("daina:session")

export const tellOtherTabs = (): void => channel.postMessage("changed")

/** Calls back when another tab has told. */
export function onToldByOtherTab(listener: () => void): void {
  channel.onmessage = listener
}
