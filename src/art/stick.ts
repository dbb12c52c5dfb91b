/** One lightstick as SVG. */
import { DARK } from "./tints.ts"

export interface Stick {
  /** The middle of its upper end. */
  x: number
  y: number
  width: number
  length: number
  /** Degrees, clockwise. */
  tilt: number
  color: string
  opacity: number
}

/** Few decimals keep the text short. */
export const round = (value: number) => Math.round(value * 10) / 10

const placed = ({ x, y, tilt }: Stick, content: string, attributes = "") =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(tilt)})"${attributes}>${content}</g>`

const capsule = (width: number, length: number, top: number, paint: string) =>
  `<rect x="${round(-width / 2)}" y="${round(top)}" width="${round(width)}" height="${round(length)}" rx="${round(width / 2)}" ${paint}/>`

/** The gradients that halos are painted with. Blur filters look alike, but take ten times as long. */
export const haloGradients = (colors: string[]): string =>
  colors
    .map(
      (color) =>
        `<radialGradient id="halo${color.slice(1)}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset=".45" stop-color="${color}" stop-opacity=".2"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
    )
    .join("")

/** The light around a stick, `reach` times as wide as the stick. */
export const halo = (stick: Stick, reach: number): string =>
  placed(
    stick,
    `<ellipse cy="${round(stick.length * 0.32)}" rx="${round((stick.width * reach) / 2)}" ry="${round(stick.length * 0.4 + (stick.width * reach) / 2.6)}" fill="url(#halo${stick.color.slice(1)})"/>`,
    ` opacity="${stick.opacity}"`,
  )

export const litStick = (stick: Stick): string => {
  const { width, length, color, opacity } = stick
  const core = capsule(width / 3, length * 0.42, width * 0.4, 'fill="#fff" opacity=".6"')
  return placed(stick, capsule(width, length, 0, `fill="${color}"`) + core, ` opacity="${opacity}"`)
}

export const darkStick = (stick: Stick): string =>
  placed(
    stick,
    capsule(stick.width, stick.length, 0, `fill="${DARK}"`),
    ` opacity="${stick.opacity}"`,
  )
