interface Namespaces {
  about: typeof import("../../public/locales/en/about.json")
  account: typeof import("../../public/locales/en/account.json")
  admin: typeof import("../../public/locales/en/admin.json")
  calendar: typeof import("../../public/locales/en/calendar.json")
  common: typeof import("../../public/locales/en/common.json")
  errors: typeof import("../../public/locales/en/errors.json")
  faq: typeof import("../../public/locales/en/faq.json")
  comments: typeof import("../../public/locales/en/comments.json")
  artists: typeof import("../../public/locales/en/artists.json")
  follows: typeof import("../../public/locales/en/follows.json")
  home: typeof import("../../public/locales/en/home.json")
  "how-it-works": typeof import("../../public/locales/en/how-it-works.json")
  ideas: typeof import("../../public/locales/en/ideas.json")
  mails: typeof import("../../public/locales/en/mails.json")
  members: typeof import("../../public/locales/en/members.json")
  music: typeof import("../../public/locales/en/music.json")
  news: typeof import("../../public/locales/en/news.json")
  newsletter: typeof import("../../public/locales/en/newsletter.json")
  newsroom: typeof import("../../public/locales/en/newsroom.json")
  notifications: typeof import("../../public/locales/en/notifications.json")
  privacy: typeof import("../../public/locales/en/privacy.json")
  profile: typeof import("../../public/locales/en/profile.json")
  reports: typeof import("../../public/locales/en/reports.json")
  search: typeof import("../../public/locales/en/search.json")
  security: typeof import("../../public/locales/en/security.json")
  shop: typeof import("../../public/locales/en/shop.json")
  signups: typeof import("../../public/locales/en/signups.json")
  teams: typeof import("../../public/locales/en/teams.json")
  terms: typeof import("../../public/locales/en/terms.json")
}

export type Namespace = keyof Namespaces & string

/** Removes the plural form from a key: `item_one` and `item_other` become `item`. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Base : Key

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

/** Key of a text with its namespace, such as `common:toasts.signedOut.title`. */
export type MessageKey = { [N in Namespace]: `${N}:${Leaves<Namespaces[N]>}` }[Namespace]

export type MessageValues = Record<string, string | number>

export type Translate = (key: MessageKey, values?: MessageValues) => string

export type Messages = Record<string, string>
