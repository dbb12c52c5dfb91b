/** The places that pictures are tinted for: a country, or all three. */
export const PLACES = ["ee", "lv", "lt", "all"] as const

export type Place = (typeof PLACES)[number]

/** How many different pictures each place has. */
export const PICTURES_PER_PLACE = 8

/** How many different record sleeves there are. */
export const SLEEVES = 36
