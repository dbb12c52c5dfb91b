/** Telling other tabs that somebody signed in or out. */

const channel = new BroadcastChannel("daina:session")

type News = "changed" | "left"

/** `left` is an end that was wanted; whatever else has changed is to be read. */
export const tellOtherTabs = (news: News = "changed"): void => channel.postMessage(news)

/** Calls back when another tab has told. */
export function onToldByOtherTab(listener: (news: unknown) => void): void {
  channel.onmessage = ({ data }) => listener(data)
}
