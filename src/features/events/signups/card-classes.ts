/** The page that uses this class adds a fixed height to prevent a layout shift. */
export const CARD_ROW_CLASS = "flex items-stretch gap-3 pb-2"
/** On wide screens, the only card of a row has its buttons next to its texts. */
export const CARD_CLASS =
  "group/card relative flex flex-[1_0_min(280px,80vw)] flex-col gap-1 rounded-card px-4.5 py-3.5 md:only:grid md:only:grid-cols-[minmax(0,1fr)_auto] md:only:content-center md:only:gap-x-8 md:only:px-8"
