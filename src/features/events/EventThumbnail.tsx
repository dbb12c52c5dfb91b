import { getEventThumbnail } from "./picture.ts"

interface Props {
  event: Parameters<typeof getEventThumbnail>[0] & { is_cancelled: boolean }
  className?: string
}

export const EventThumbnail = ({ event, className = "" }: Props) => (
  <img
    className={`framed h-18 w-28 rounded-small bg-night object-cover ${event.is_cancelled ? "opacity-50 grayscale" : ""} ${className}`}
    src={getEventThumbnail(event)}
    width="112"
    height="72"
    alt=""
    loading="lazy"
    decoding="async"
  />
)
