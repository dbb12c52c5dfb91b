/** SVG paths in a view box of 24 × 24 units. */
export const ISLAND_ICONS = {
  globe:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.6 6 3.6 9s-.6 6-3.6 9c-3-3-3.6-6-3.6-9s.6-6 3.6-9z",
  arrow: "M5 12h14M13 6l6 6-6 6",
  out: "M8 16L17 7M9 7h8v8",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  post: "M5 4h14v16H5zM8 8h8M8 12h8M8 16h5",
  share: "M12 15V4M8 8l4-4 4 4M6 12v7h12v-7",
  calendar: "M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5",
  close: "M6 6l12 12M18 6L6 18",
  place:
    "M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  video: "M8 6l10 6-10 6z",
  feed: "M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M6 18h.01",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  phone: "M8 3h8v18H8zM11 18h2",
  back: "M19 12H5M11 6l-6 6 6 6",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M15.5 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  heart: "M12 20s-8-4.8-8-10.6A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.2 12 20 12 20z",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z",
  camera: "M4 8h3l2-2h6l2 2h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20",
  lock: "M8 11V8a4 4 0 0 1 8 0v3M5 11h14v9H5z",
} as const

export type IslandIconName = keyof typeof ISLAND_ICONS

export const IslandIcon = ({ name, size }: { name: IslandIconName; size?: number }) => (
  <IconDrawing path={ISLAND_ICONS[name]} size={size} />
)

export function IconDrawing({ path, size = 20 }: { path: string; size?: number | undefined }) {
  return (
    <svg className="icon" aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
      <path d={path} />
    </svg>
  )
}
