import { IconDrawing, ISLAND_ICONS } from "./island-icons.tsx"

/** SVG paths of all icons. Islands should use `IslandIcon`, which loads fewer paths. */
export const ICONS = {
  ...ISLAND_ICONS,
  laptop: "M5 5h14v10H5zM3 19h18",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  music: "M9 18V6l10-2v12M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM19 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  merge: "M6 4v4a6 6 0 0 0 6 6v6M18 4v4a6 6 0 0 1-6 6M9 17l3 3 3-3",
  menu: "M4 7h16M4 12h16M4 17h16",
  next: "M6 6l8 6-8 6zM18 6v12",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  sidebar: "M4 5h16v14H4zM10 5v14",
  person: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21a7.5 7.5 0 0 1 15 0",
  idea: "M9 18h6M10 21h4M9 15c0-2-3-3.2-3-6.5a6 6 0 0 1 12 0c0 3.3-3 4.5-3 6.5z",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1.5 2.5h3L15 13h5",
  settings:
    "M3 8h9.5M17.5 8H21M3 16h3.5M11.5 16H21M15 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  log: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  block: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.7l12.6 12.6",
  rebuild: "M20 12a8 8 0 1 1-2.3-5.7M20 4v5h-5",
  dashboard: "M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z",
  news: "M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2M8 9h5M8 13h5",
  bold: "M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z",
  italic: "M10 5h8M6 19h8M14 5l-4 14",
  heading: "M6 5v14M18 5v14M6 12h12",
  subheading: "M6 7v12M15 7v12M6 13h9M19 13v6",
  numbers: "M10 7h10M10 12h10M10 17h10M4 6l1.5-1v5M4 15h2.5L4 19h2.5",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01",
  button: "M4 8h16v8H4zM9 12h6",
  at: "M16 12a4 4 0 1 0-8 0 4 4 0 0 0 8 0zM16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7",
  undo: "M9 14L4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  redo: "M15 14l5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13",
  divider: "M4 12h16M8 6h8M8 18h8",
  list: "M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01",
  quote: "M6 17h3l2-4V7H5v6h3zM14 17h3l2-4V7h-6v6h3z",
  logOut: "M10 4H5v16h5M9 12h11M16 8l4 4-4 4",
  mail: "M4 6h16v12H4zM4 7.5l8 6 8-6",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4",
  flag: "M6 21V4M6 5h12l-2.5 4 2.5 4H6",
} as const

export type IconName = keyof typeof ICONS

export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <IconDrawing path={ICONS[name]} size={size} />
)
