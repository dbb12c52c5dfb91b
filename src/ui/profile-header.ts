/** CSS classes of the header of a profile, which the public page and the member's form share. */
export const BANNER =
  "block h-[clamp(150px,24vw,400px)] w-full bg-night object-cover object-[50%_72%]"
export const HEAD = "wrap relative flex flex-wrap items-start gap-x-7"
/** CSS classes of the picture. Half of it covers the lower edge of the banner. */
export const AVATAR =
  "relative flex-none rounded-full border-6 border-ink bg-ink -ml-1.5 mt-[calc(clamp(112px,14vw,168px)/-2)]"
