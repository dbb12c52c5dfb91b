/** Record sleeves for songs and albums without a picture: crossed sticks on a flat colour. */
import { randomFrom } from "./random.ts"

const GROUNDS = ["#1b2a5e", "#5a1230", "#5c3c08", "#16443a", "#35205c", "#2a2536"]
const STICKS = ["#5aa9ff", "#ff5a7d", "#ffc23d", "#d4ff4f", "#ffffff"]

/** A square SVG of 160 units; the same seed always gives the same text. */
export function sleeve(seed: string): string {
  const random = randomFrom(seed)
  const at = (list: string[]) => list[Math.floor(random() * list.length)]
  const ground = at(GROUNDS)
  const count = 3 + Math.floor(random() * 3)
  const lean = -40 + random() * 80
  const sticks = Array.from({ length: count }, (_, index) => {
    const x = Math.round(((index + 0.5) / count) * 150 + 5)
    const y = Math.round(14 + random() * 46)
    const tilt = Math.round(lean + (random() - 0.5) * 26)
    const color = at(STICKS)
    return `<g transform="rotate(${tilt} 80 80) translate(${x} ${y})"><rect x="-9" width="18" height="170" rx="9" fill="${color}" opacity=".92"/><rect x="-3" y="8" width="6" height="58" rx="3" fill="#fff" opacity=".6"/></g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160"><rect width="160" height="160" fill="${ground}"/>${sticks.join("")}</svg>`
}
