/** Search by keyboard: arrows and Enter go through what is listed, Escape closes at once. */

import type { Translate } from "../../i18n/keys.ts"
import { make } from "./elements.ts"
import type { Frame } from "./frame.ts"

export function startKeys({ dialog, form, input, body }: Frame): void {
  const stops = () => [input, ...body.querySelectorAll<HTMLElement>("a, button")]
  function go(steps: number): void {
    const all = stops()
    const present = all.findIndex((stop) => stop.matches(":focus"))
    all[Math.max(0, Math.min(present + steps, all.length - 1))]?.focus()
  }
  dialog.addEventListener("keydown", (event) => {
    if (event.isComposing) return
    if (event.key === "ArrowDown") go(1)
    else if (event.key === "ArrowUp") go(-1)
    // In a field for searching it would only empty the field.
    else if (event.key === "Escape") dialog.close()
    else return
    event.preventDefault()
  })
  // To the results; on a phone this takes the keyboard away, which covers them.
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    go(1)
  })
}

/** Which keys do what, for those who have a keyboard. */
export const keysView = (t: Translate): Node[] =>
  [
    { keys: ["↑", "↓"], text: t("search:keys.choose") },
    { keys: ["Enter"], text: t("search:keys.follow") },
    { keys: ["Esc"], text: t("search:keys.leave") },
  ].map(({ keys, text }) =>
    make("span", {}, ...keys.map((key) => make("kbd", {}, key)), ` ${text}`),
  )
