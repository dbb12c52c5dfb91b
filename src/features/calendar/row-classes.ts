/** Components use these classes, and the script that adds releases for anonymous visitors. */
export const ROW_CLASSES = {
  day: "grid grid-cols-[50px_minmax(0,1fr)] gap-x-2.5 border-t border-line py-1.5 sm:grid-cols-[72px_minmax(0,1fr)]",
  date: "grid content-start self-start py-2 font-sans text-sm leading-[1.3] font-normal tracking-normal text-soft",
  time: "grid justify-items-start",
  dayNumber: "font-display text-xl leading-[1.2] font-bold text-text",
  row: "relative grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2 py-2",
  /** Makes the whole row clickable. Other links and buttons of the row are above it. */
  link: "underline-offset-4 hover:underline focus-visible:outline-none after:absolute after:inset-0 after:rounded-small focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-(color:--focus)",
  title:
    "font-sans text-base leading-[1.35] font-semibold tracking-normal text-pretty wrap-anywhere",
  facts:
    "flex gap-x-1 overflow-hidden text-sm leading-[1.45] whitespace-nowrap text-soft [&_a]:relative [&_a]:underline-offset-4 [&_a]:-outline-offset-3 [&_a:hover]:underline",
  fact: "truncate before:content-['·_']",
}

export const MARK_CLASS =
  "inline-grid size-4.5 flex-none place-items-center rounded-full bg-disc text-[12px] leading-none text-on-disc [td_&]:size-4 max-md:[td_&]:size-3 max-md:[td_&]:text-[9px]"

export const ROUND = "max-sm:size-11 max-sm:flex-none max-sm:p-0"
