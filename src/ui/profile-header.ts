/** CSS classes of the header of a public profile. */
export const BANNER_CLASSES =
  "block h-[clamp(132px,18vw,260px)] w-full bg-disc object-cover object-[50%_72%]"
export const HEADER_CLASSES = "wrap relative flex flex-wrap items-start gap-x-4 sm:gap-x-7"
/** CSS classes of the profile picture. Its upper half covers the banner. */
export const AVATAR_CLASSES =
  "relative flex-none rounded-full border-6 border-ink bg-ink -ml-1.5 mt-[calc(clamp(112px,14vw,168px)/-2)]"

/** CSS classes of the header of the member's profile form. It is lower than the header of the public profile. */
export const FORM_HEAD = {
  banner: `${BANNER_CLASSES} max-sm:h-18 sm:h-36 min-[1240px]:mx-auto min-[1240px]:h-55 min-[1240px]:w-295 min-[1240px]:rounded-b-card`,
  header: `${HEADER_CLASSES} pb-6 max-sm:flex-nowrap max-sm:gap-x-3 max-sm:pb-2`,
  avatar: `${AVATAR_CLASSES} max-sm:-mt-11.5 max-sm:[&_.avatar]:[--avatar-size:80px]`,
} as const
