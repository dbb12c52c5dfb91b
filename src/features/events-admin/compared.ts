/** What two versions of an event are compared by. */
import type { Translate } from "../../i18n/keys.ts"
import type { ComparedField } from "../admin/resource.ts"
import type { EventValues } from "./event.ts"

const yesOrNo = (value: boolean, t: Translate) =>
  t(value ? "admin:events.form.yes" : "admin:events.form.no")

const clock = (wall: string) => wall.replace("T", " ")

export const compared: ComparedField<EventValues>[] = [
  { name: "title", label: "admin:events.form.title", show: ({ title }) => title },
  {
    name: "description",
    label: "admin:events.form.description",
    show: ({ description }) => description,
  },
  {
    name: "start_date",
    label: "admin:events.form.start",
    show: ({ start_date }) => clock(start_date),
  },
  { name: "end_date", label: "admin:events.form.end", show: ({ end_date }) => clock(end_date) },
  { name: "time_zone", label: "admin:events.form.zone", show: ({ time_zone }) => time_zone },
  { name: "location", label: "admin:events.form.location", show: ({ location }) => location },
  {
    name: "country",
    label: "admin:events.form.country",
    show: ({ country }, t) => t(`common:countries.${country || "all"}`),
  },
  {
    name: "max_participants",
    label: "admin:events.form.participants",
    show: ({ max_participants }, t) => max_participants || t("admin:events.unlimited"),
  },
  {
    name: "registration_url",
    label: "admin:events.form.registration",
    show: ({ registration_url }) => registration_url,
  },
  { name: "prize", label: "admin:events.form.prize", show: ({ prize }) => prize },
  {
    name: "image_url",
    label: "admin:events.form.image",
    show: ({ image_url }) => image_url ?? "",
  },
  {
    name: "featured",
    label: "admin:events.form.featured",
    show: ({ featured }, t) => yesOrNo(featured, t),
  },
  {
    name: "is_cancelled",
    label: "admin:events.form.cancelled",
    show: ({ is_cancelled }, t) => yesOrNo(is_cancelled, t),
  },
]
