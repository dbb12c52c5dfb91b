/** Classes of the calendar's lists, for components and for the script that adds releases for anonymous visitors. */
export const ROW_CLASSES = {
  /** The name of a month stays below the header of the page while its days scroll. */
  month:
    "sticky top-16.5 z-2 -mb-px border-b border-line bg-ink pt-3 pb-2 text-[20px] first-letter:uppercase max-md:top-14.5",
  day: "grid grid-cols-[48px_minmax(0,1fr)] gap-x-1.5 border-t border-line py-1.5 sm:grid-cols-[72px_minmax(0,1fr)]",
  date: "self-start py-1.5 text-sm leading-[1.3] font-medium whitespace-nowrap max-sm:text-xs max-sm:leading-[1.45]",
  time: "grid justify-items-start *:first-letter:uppercase",
  dayNumber:
    "font-display text-xl leading-[1.3] font-bold in-data-today:-ml-1 in-data-today:rounded-small in-data-today:bg-glow in-data-today:px-1 in-data-today:text-on-glow",
  /** The rows of a day. Their width decides between the two layouts of a row. */
  rows: "@container grid gap-3",
  /**
   * Narrow lists show the title and the facts next to a picture of the same height, and below them the details and the
   * sign-up. Wide lists show the picture at the left and the sign-up at the right.
   */
  row: "relative grid grid-cols-[6px_minmax(0,1fr)_auto] items-center gap-x-3 py-1 data-past:text-soft @xl:grid-cols-[6px_64px_minmax(0,1fr)_auto] @xl:gap-x-4 @xl:py-1.5",
  /** Classes of a highlighted row: the member's next event, or a featured event. */
  markedRow: "rounded-small bg-glow-wash [box-shadow:0_0_0_6px_var(--glow-wash)]",
  /** A link that makes the whole row clickable. Other links and buttons of the row are above it. */
  link: "underline-offset-4 hover:underline focus-visible:outline-none after:absolute after:inset-0 after:rounded-small focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-(color:--focus)",
  /** The picture follows the texts in the narrow layout, and precedes them in the wide layout. */
  picture:
    "col-start-3 row-span-2 row-start-1 size-11 framed self-start rounded-small object-cover @xl:col-start-2 @xl:row-span-3 @xl:size-16",
  title:
    "col-start-2 line-clamp-2 self-start font-sans text-[16px] leading-[1.25] font-semibold tracking-normal text-pretty wrap-anywhere @xl:col-start-3 @xl:self-end @xl:text-lg @xl:leading-[1.35]",
  facts:
    "facts-line col-start-2 self-start text-sm mt-1 text-soft @xl:col-start-3 [&_a]:relative [&_a]:underline-offset-4 [&_a]:-outline-offset-3 [&_a:hover]:underline",
  /** The details and the sign-up, on one line in the narrow layout. */
  footer: "col-start-2 col-end-4 mt-2 flex items-center gap-x-2 @xl:contents",
  /** A button in the footer. In the narrow layout, it is 36 pixels high, but reacts to taps on 44 pixels. */
  button:
    "@max-xl:min-h-9 @max-xl:px-3.5 @max-xl:py-0 @max-xl:text-sm @max-xl:after:absolute @max-xl:after:inset-x-0 @max-xl:after:-inset-y-1",
  details: "min-w-0 flex-1 text-sm text-soft @max-xl:text-xs @xl:col-start-3 @xl:self-start",
}

/** Class of the note symbol (♪) that marks a release. */
export const RELEASE_MARK_CLASS =
  "inline-grid size-4.5 flex-none place-items-center rounded-full bg-disc text-[12px] leading-none text-on-disc [td_&]:size-4 max-md:[td_&]:size-3 max-md:[td_&]:text-[9px]"

/** Class of the symbol in a row of a list. In wide lists, the symbol is as large as the pictures of events. */
export const RELEASE_MARK_IN_ROW_CLASS = `${RELEASE_MARK_CLASS} -ml-1.5 @xl:col-start-2 @xl:row-span-2 @xl:ml-0 @xl:size-16 @xl:rounded-small @xl:text-xl`

export const COUNTRY_CHIP_CLASS =
  "btn btn-ghost btn-small flex-none px-3.5 max-sm:gap-1.5 max-sm:px-2.5 aria-pressed:bg-text aria-pressed:text-ink"

/** Class of buttons that are round on phones, where they show only an icon. */
export const ROUND_ON_PHONES_CLASS = "max-sm:size-11 max-sm:flex-none max-sm:p-0"
