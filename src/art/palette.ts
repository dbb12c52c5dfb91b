import type { CountryColor } from "./pictures.ts"

/** Background color of drawn pictures. */
export const NIGHT = "#120f1a"

const WHITE = "#ffffff"

/** The background's gradient, and the lightsticks and text on it. */
export interface PosterColors {
  from: string
  to: string
  stick: string
  text: string
}

interface Palette {
  lights: string[]
  haze: string[]
  accent: string
  posters: [PosterColors, ...PosterColors[]]
}

export const PALETTES: Record<CountryColor, Palette> = {
  ee: {
    lights: ["#4f9dff", "#2f6fe4", "#a8d4ff", "#7db8ff"],
    haze: ["#1d4fb8", "#2f6fe4"],
    accent: "#7db8ff",
    posters: [
      { from: "#1247b8", to: "#3f8dff", stick: "#9dcbff", text: WHITE },
      { from: "#0b1f5c", to: "#1d4fb8", stick: "#4f9dff", text: "#cfe5ff" },
      { from: "#7db8ff", to: "#d5eaff", stick: "#2f6fe4", text: "#0a1c4d" },
    ],
  },
  lv: {
    lights: ["#ff4d74", "#c21a47", "#ffb3c4", "#ff7d9a"],
    haze: ["#8f1238", "#c9305a"],
    accent: "#ff7d9a",
    posters: [
      { from: "#a80f3a", to: "#ff3f69", stick: "#ffb3c4", text: WHITE },
      { from: "#4d0a20", to: "#a3153f", stick: "#ff4d74", text: "#ffd9e1" },
      { from: "#ff8fa8", to: "#ffdbe3", stick: "#d11d4c", text: "#4a081d" },
    ],
  },
  lt: {
    lights: ["#ffc02e", "#2fa36b", "#ffe08a", "#f59a1d"],
    haze: ["#8a5a06", "#1f7a4e"],
    accent: "#ffc02e",
    posters: [
      { from: "#f08c00", to: "#ffc83d", stick: "#fff0b8", text: "#1a1206" },
      { from: "#0d4a33", to: "#2fa36b", stick: "#ffc02e", text: "#fff3c9" },
      { from: "#ffd76a", to: "#fff3cf", stick: "#1f8a57", text: "#123a28" },
    ],
  },
  all: {
    lights: ["#4f9dff", "#ff4d74", "#ffc02e"],
    haze: ["#1d4fb8", "#8f1238", "#8a5a06"],
    accent: "#d4ff4f",
    posters: [
      { from: "#1d1630", to: "#3a2a63", stick: "#8f7bd6", text: WHITE },
      { from: "#120f1a", to: "#2b2140", stick: "#d4ff4f", text: WHITE },
      { from: "#d9d0f2", to: "#f4f0ff", stick: "#6a4fc9", text: "#1d1434" },
    ],
  },
}

/** Returns a light color of a country. Consecutive indexes give different colors. */
export function getLight(country: CountryColor, index: number): string {
  const { lights } = PALETTES[country]
  return lights[Math.abs(Math.floor(index)) % lights.length] ?? NIGHT
}
