/** The colours of the pictures. */
import type { Place } from "./places.ts"

export const NIGHT = "#120f1a"

/** A stick without light. */
export const DARK = "#292434"

/** The one light in a dark hall: the accent of the interface. */
export const ONLY = "#d4ff4f"

/** Each place's sticks, and the light that they throw into the haze. */
export const TINTS: Record<Place, { sticks: string[]; haze: string[] }> = {
  ee: { sticks: ["#4f9dff", "#2f6fe4", "#a8d4ff", "#7db8ff"], haze: ["#1d4fb8", "#2f6fe4"] },
  lv: { sticks: ["#ff4d74", "#c21a47", "#ffb3c4", "#ff7d9a"], haze: ["#8f1238", "#c9305a"] },
  lt: { sticks: ["#ffc02e", "#2fa36b", "#ffe08a", "#f59a1d"], haze: ["#8a5a06", "#1f7a4e"] },
  all: { sticks: ["#4f9dff", "#ff4d74", "#ffc02e"], haze: ["#1d4fb8", "#8f1238", "#8a5a06"] },
}
