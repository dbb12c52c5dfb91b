/** The keys of all texts, as the English files have them. */
import type about from "../../public/locales/en/about.json"
import type account from "../../public/locales/en/account.json"
import type admin from "../../public/locales/en/admin.json"
import type calendar from "../../public/locales/en/calendar.json"
import type common from "../../public/locales/en/common.json"
import type errors from "../../public/locales/en/errors.json"
import type faq from "../../public/locales/en/faq.json"
import type home from "../../public/locales/en/home.json"
import type howItWorks from "../../public/locales/en/how-it-works.json"
import type ideas from "../../public/locales/en/ideas.json"
import type letters from "../../public/locales/en/letters.json"
import type mails from "../../public/locales/en/mails.json"
import type members from "../../public/locales/en/members.json"
import type music from "../../public/locales/en/music.json"
import type news from "../../public/locales/en/news.json"
import type privacy from "../../public/locales/en/privacy.json"
import type profile from "../../public/locales/en/profile.json"
import type reports from "../../public/locales/en/reports.json"
import type search from "../../public/locales/en/search.json"
import type security from "../../public/locales/en/security.json"
import type shop from "../../public/locales/en/shop.json"
import type teams from "../../public/locales/en/teams.json"
import type terms from "../../public/locales/en/terms.json"

/** One JSON file per namespace and language in `public/locales`. */
export interface Namespaces {
  about: typeof about
  account: typeof account
  admin: typeof admin
  calendar: typeof calendar
  common: typeof common
  errors: typeof errors
  faq: typeof faq
  home: typeof home
  "how-it-works": typeof howItWorks
  ideas: typeof ideas
  letters: typeof letters
  mails: typeof mails
  members: typeof members
  music: typeof music
  news: typeof news
  privacy: typeof privacy
  profile: typeof profile
  reports: typeof reports
  search: typeof search
  security: typeof security
  shop: typeof shop
  teams: typeof teams
  terms: typeof terms
}

export type Namespace = keyof Namespaces & string

/** `item_one` and `item_other` are one key: `item`. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Base : Key

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

/** `namespace:path.to.key` */
export type MessageKey = { [N in Namespace]: `${N}:${Leaves<Namespaces[N]>}` }[Namespace]

/** What a text leaves open; `count` chooses its plural form. */
export type MessageValues = Record<string, string | number>

/** Gives the text of a key in one language. */
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** Texts by full key, plural forms with their suffix: what a page hands to its scripts. */
export type Messages = Record<string, string>
