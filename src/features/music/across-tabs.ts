/** What tabs of one browser tell each other about a member's music, and how they take turns. */
import { isRecord } from "../../json.ts"
import type { WishNews } from "./wishes.ts"

/** Runs the work when no other tab is at work under that name. */
export async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  // Only there where the connection is safe; without it a tab goes by itself.
  if (navigator.locks) await navigator.locks.request(`daina:music:${name}`, work)
  else await work()
}

type Told<Value> = WishNews<Value> & { member: string }

const isTold = <Value>(
  data: unknown,
  isValue: (value: unknown) => value is Value,
): data is Told<Value> =>
  isRecord(data) &&
  (data.stage === "wished" || data.stage === "settled") &&
  typeof data.key === "string" &&
  typeof data.at === "number" &&
  typeof data.member === "string" &&
  isValue(data.value)

/** A channel of that name; `listener` gets what other tabs tell of the same member. */
export function openChannel<Value>(
  name: string,
  memberOf: () => string,
  isValue: (value: unknown) => value is Value,
  listener: (news: WishNews<Value>) => void,
): (news: WishNews<Value>) => void {
  const channel = new BroadcastChannel(`daina:${name}`)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTold(data, isValue) && data.member !== "" && data.member === memberOf()) listener(data)
  }
  return (news) => channel.postMessage({ ...news, member: memberOf() })
}
