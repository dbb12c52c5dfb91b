import type { CountryColor } from "./pictures.ts"

export interface Frame {
  width: number
  height: number
  country: CountryColor
  /** Number of the picture. Even and odd numbers have different compositions. */
  number: number
  random: () => number
}

/** Rounds to one decimal, which keeps the SVG short. */
export const round = (value: number) => Math.round(value * 10) / 10

export const joinEach = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("")

export const randomBetween = (random: () => number, from: number, to: number) =>
  from + random() * (to - from)

/** Draws a polygon. `paint` are the SVG attributes of its colors. */
export const drawPolygon = (points: [number, number][], paint: string) =>
  `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z" ${paint}/>`

/** Defines a fading gradient for each color. Blur filters would take ten times as long. */
export const defineGlows = (colors: string[]): string =>
  colors
    .map(
      (color) =>
        `<radialGradient id="glow${color.slice(1)}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset=".45" stop-color="${color}" stop-opacity=".2"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
    )
    .join("")

/** Draws a glow. `defineGlows()` must have defined the gradient of the color. */
export const drawGlow = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  color: string,
  opacity = 1,
) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="url(#glow${color.slice(1)})" opacity="${round(opacity * 10) / 10}"/>`
