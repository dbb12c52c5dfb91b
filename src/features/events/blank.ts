import type { PublicEvent } from "./event.ts"

const never = new Date(0).toISOString()
/** No event: what a prebuilt part is made from that is filled in the browser. */
export const BLANK_EVENT: PublicEvent = {
  id: "",
  slug: "",
  title: "",
  description: null,
  start_date: never,
  end_date: never,
  time_zone: "UTC",
  location: null,
  country: null,
  color: "",
  team_id: null,
  team_name: null,
  team_slug: null,
  featured: false,
  prize: null,
  max_participants: null,
  registration_url: null,
  image_url: null,
  is_cancelled: false,
  revision: 0,
  created_at: never,
  updated_at: never,
}
