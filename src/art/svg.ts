/** What all drawings share: the night, each place's lights, and few decimals. */
import type { Place } from "./pictures.ts"

export const NIGHT = "#120f1a"

/** Each place's lights, and what they throw into the haze. */
export const TINTS: Record<Place, { lights: string[]; haze: string[] }> = {
  ee: { lights: ["#4f9dff", "#2f6fe4", "#a8d4ff", "#7db8ff"], haze: ["#1d4fb8", "#2f6fe4"] },
  lv: { lights: ["#ff4d74", "#c21a47", "#ffb3c4", "#ff7d9a"], haze: ["#8f1238", "#c9305a"] },
  lt: { lights: ["#ffc02e", "#2fa36b", "#ffe08a", "#f59a1d"], haze: ["#8a5a06", "#1f7a4e"] },
  all: { lights: ["#4f9dff", "#ff4d74", "#ffc02e"], haze: ["#1d4fb8", "#8f1238", "#8a5a06"] },
}

/** What a motif is drawn for. */
export interface Frame {
  width: number
  height: number
  place: Place
  /** Which of the motif's pictures it is; neighboring numbers look unlike each other. */
  number: number
  random: () => number
}

/** Few decimals keep the text short. */
export const round = (value: number) => Math.round(value * 10) / 10

export const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("")

/** One of the place's lights; in turn by `index`, so that all of them are seen. */
export function lightOf(place: Place, index: number): string {
  const { lights } = TINTS[place]
  return lights[Math.abs(Math.floor(index)) % lights.length] ?? NIGHT
}

export const between = (random: () => number, from: number, to: number) =>
  from + random() * (to - from)

export const polygon = (points: [number, number][], paint: string) =>
  `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z" ${paint}/>`

/** Gradients of light that fades to nothing, one for each color. Blur filters look alike, but take ten times as long. */
export const glows = (colors: string[]): string =>
  colors
    .map(
      (color) =>
        `<radialGradient id="glow${color.slice(1)}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset=".45" stop-color="${color}" stop-opacity=".2"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
    )
    .join("")

/** Light around a place, of a color that `glows` was made for. */
export const glow = (x: number, y: number, rx: number, ry: number, color: string, opacity = 1) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="url(#glow${color.slice(1)})" opacity="${round(opacity * 10) / 10}"/>`
