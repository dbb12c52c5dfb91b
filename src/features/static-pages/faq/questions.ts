/** The questions by category, in their order. A question's id is its anchor, the same in every language. */
export const QUESTIONS = {
  general: ["what-is-daina", "what-does-it-cost", "which-languages", "is-it-official", "why-beta"],
  account: [
    "need-an-account",
    "how-to-sign-up",
    "no-mail",
    "forgot-password",
    "who-sees-my-profile",
    "how-old",
    "delete-my-account",
  ],
  teams: [
    "find-a-team",
    "join-a-team",
    "request-declined",
    "start-a-team",
    "owner-leaves",
    "verified-team",
  ],
  events: [
    "add-an-event",
    "no-team-event",
    "subscribe-calendar",
    "time-zone",
    "register-for-event",
  ],
  future: ["shop", "forum", "mobile-app", "suggest-an-idea"],
  technical: [
    "something-broken",
    "javascript",
    "which-pictures",
    "tracking",
    "where-music-comes-from",
  ],
} as const

export type FaqCategory = keyof typeof QUESTIONS

export type QuestionId = (typeof QUESTIONS)[FaqCategory][number]

export const CATEGORIES = [
  "general",
  "account",
  "teams",
  "events",
  "future",
  "technical",
] as const satisfies readonly FaqCategory[]
