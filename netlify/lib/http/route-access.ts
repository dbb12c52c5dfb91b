/**
 * The role and the identity confirmation that mutating routes and some GET routes require.
 * api.ts throws an error for a mutating route that is missing here.
 * tests/functions/requests/route-access.test.ts compares this table with the routes.
 */

/** The lowest role that may use the route. Row-level security also checks rights within a team or on an article. */
export type Access =
  | "anonymous"
  | "member"
  | "newsroom"
  | "news_editor"
  | "news_publisher"
  | "super_admin"

/**
 * How a member must confirm the identity, for actions whose effect outlasts a stolen session. `recent`: the member has
 * confirmed it in the last ten minutes. `in_route`: the route's own code checks the password, a code or `recent`.
 */
export type Proof = "none" | "recent" | "in_route"

/** The SQL function `has_recent_proof()` contains the same time. */
export const RECENT_PROOF_MS = 10 * 60 * 1000

export type RouteAccess = readonly [access: Access, proof: Proof]

export const ROUTE_ACCESS = {
  // Sign-up, log-in and log-out, emailed links, and confirmations of the identity.
  "POST /api/auth/sign-up": ["anonymous", "none"],
  "POST /api/auth/sign-in": ["anonymous", "none"],
  "POST /api/auth/second-factor": ["anonymous", "none"],
  "POST /api/auth/passkey/options": ["anonymous", "none"],
  "POST /api/auth/passkey": ["anonymous", "none"],
  "POST /api/auth/sign-out": ["anonymous", "none"],
  "POST /api/auth/forgot-password": ["anonymous", "none"],
  "POST /api/auth/reset-password": ["anonymous", "none"],
  "POST /api/auth/verify-email": ["anonymous", "none"],
  "POST /api/auth/resend-verification": ["member", "none"],
  "POST /api/account/proof": ["member", "none"],
  "POST /api/account/proof/options": ["member", "none"],

  "POST /api/auth/google/connect": ["member", "recent"],
  // Connecting a Google account requires a recent confirmation, which the route and Postgres check.
  "GET /api/auth/google/callback": ["anonymous", "in_route"],
  "DELETE /api/account/google": ["member", "recent"],
  // The body contains the current password.
  "PUT /api/account/password": ["member", "in_route"],
  // The body contains the password, or the member has recently confirmed the identity with Google or a passkey.
  "POST /api/account/email": ["member", "in_route"],
  // The member has confirmed the identity to request the emailed link (previous route).
  "POST /api/account/email/confirm": ["member", "none"],
  "POST /api/account/passkeys/options": ["member", "recent"],
  "POST /api/account/passkeys": ["member", "recent"],
  "PATCH /api/account/passkeys/:id": ["member", "recent"],
  "DELETE /api/account/passkeys/:id": ["member", "recent"],
  "POST /api/account/second-factor": ["member", "recent"],
  "PUT /api/account/second-factor": ["member", "recent"],
  "DELETE /api/account/second-factor": ["member", "recent"],
  // The body contains a code.
  "POST /api/account/second-factor/recovery-codes": ["member", "in_route"],
  // Requires no confirmation, because a member who sees an unknown session must end it quickly.
  "DELETE /api/account/sessions": ["member", "none"],
  "DELETE /api/account/sessions/:id": ["member", "none"],
  // The body contains the password, or the member has recently confirmed the identity with Google or a passkey.
  "DELETE /api/account": ["member", "in_route"],
  "GET /api/account/export": ["member", "recent"],
  // The feed's URL gives access to the calendar without a log-in.
  "POST /api/calendar-feed": ["member", "recent"],

  "PATCH /api/account": ["member", "none"],
  "PATCH /api/profile": ["member", "none"],
  "PUT /api/profile/avatar": ["member", "none"],
  "PUT /api/profile/favorite-song": ["member", "none"],
  "DELETE /api/profile/favorite-song": ["member", "none"],
  "PUT /api/likes/:type/:id": ["member", "none"],
  "DELETE /api/likes/:type/:id": ["member", "none"],
  "PUT /api/teams/:slug/follow": ["member", "none"],
  "DELETE /api/teams/:slug/follow": ["member", "none"],
  "PUT /api/artists/:slug/follow": ["member", "none"],
  "DELETE /api/artists/:slug/follow": ["member", "none"],
  "PUT /api/countries/:country/follow": ["member", "none"],
  "DELETE /api/countries/:country/follow": ["member", "none"],
  "PUT /api/notifications/read": ["member", "none"],
  "PUT /api/notifications/opened": ["member", "none"],
  "PATCH /api/notifications/preferences/:topic": ["member", "none"],
  "PUT /api/push/subscription": ["member", "none"],
  "DELETE /api/push/subscription": ["member", "none"],
  "POST /api/push/test": ["member", "none"],
  "PUT /api/push/quiet-hours": ["member", "none"],
  "POST /api/reports": ["member", "none"],
  "PUT /api/cheers/:id": ["member", "none"],
  "DELETE /api/cheers/:id": ["member", "none"],
  "POST /api/comments/:id": ["member", "none"],
  "POST /api/comments/:id/mentionable": ["member", "none"],
  "PUT /api/comments/:id/closed": ["member", "none"],
  "DELETE /api/comments/:id/closed": ["member", "none"],
  "PATCH /api/comment/:id": ["member", "none"],
  "DELETE /api/comment/:id": ["member", "none"],
  "PUT /api/comment/:id/hidden": ["member", "none"],
  "DELETE /api/comment/:id/hidden": ["member", "none"],
  "PUT /api/ideas/:id/vote": ["member", "none"],
  "DELETE /api/ideas/:id/vote": ["member", "none"],

  "POST /api/teams": ["member", "none"],
  "PATCH /api/teams/:slug": ["member", "none"],
  // Only making a member the team's owner requires a confirmation, because the owner can undo other changes of roles.
  "PATCH /api/teams/:slug/members/:id": ["member", "in_route"],
  "DELETE /api/teams/:slug/members/:id": ["member", "none"],
  "POST /api/teams/:slug/join-requests": ["member", "none"],
  "PATCH /api/join-requests/:id": ["member", "none"],
  "DELETE /api/join-requests/:id": ["member", "none"],
  "POST /api/teams/:slug/posts": ["member", "none"],
  "PATCH /api/posts/:id": ["member", "none"],
  "DELETE /api/posts/:id": ["member", "none"],
  "POST /api/uploads/team-images": ["member", "none"],

  "POST /api/events": ["member", "none"],
  "PATCH /api/events/:id": ["member", "none"],
  "DELETE /api/events/:id": ["member", "none"],
  "POST /api/imports/look": ["member", "none"],
  "POST /api/imports": ["member", "none"],
  "PUT /api/events/:id/signup": ["member", "none"],
  "DELETE /api/events/:id/signup": ["member", "none"],
  "PATCH /api/events/:id/signup-settings": ["member", "none"],
  "POST /api/events/:id/signups": ["member", "none"],
  "PATCH /api/signups/:id": ["member", "none"],
  // Requires no confirmation, because a helper has rights only at this event.
  "PUT /api/signups/:id/helper": ["member", "none"],
  "PUT /api/events/:id/check-ins/:signup": ["member", "none"],
  "POST /api/events/:id/message": ["member", "none"],

  "POST /api/newsletter": ["anonymous", "none"],
  "POST /api/newsletter/confirm": ["anonymous", "none"],
  "POST /api/newsletter/unsubscribe": ["anonymous", "none"],
  "POST /api/newsletter/restore": ["anonymous", "none"],
  "POST /api/shop-notify": ["anonymous", "none"],
  "POST /api/news/preview": ["anonymous", "none"],
  "POST /api/send-telegram-suggestion": ["anonymous", "none"],
  "POST /api/spotify-trending-kpop": ["anonymous", "none"],
  "POST /api/spotify-new-albums": ["anonymous", "none"],
  "POST /api/not-found": ["anonymous", "none"],
  "POST /api/csp-report": ["anonymous", "none"],

  "POST /api/admin/news": ["newsroom", "none"],
  "PATCH /api/admin/news/:id": ["newsroom", "none"],
  "DELETE /api/admin/news/:id": ["news_editor", "none"],
  "POST /api/admin/news/action": ["news_editor", "none"],
  "PUT /api/admin/news/:id/presence": ["newsroom", "none"],
  "DELETE /api/admin/news/:id/presence": ["newsroom", "none"],
  "POST /api/admin/news/:id/ready": ["newsroom", "none"],
  "PUT /api/admin/news/:id/draft": ["newsroom", "none"],
  "DELETE /api/admin/news/:id/draft": ["newsroom", "none"],
  // Requires no confirmation, because a preview link shows only one draft and can be revoked.
  "PUT /api/admin/news/:id/preview": ["newsroom", "none"],
  "DELETE /api/admin/news/:id/preview": ["newsroom", "none"],
  "POST /api/uploads/news-images": ["newsroom", "none"],
  "POST /api/admin/build": ["news_publisher", "none"],
  "POST /api/admin/news/:id/newsletter/test": ["news_editor", "none"],
  // Emails to all readers cannot be recalled.
  "POST /api/admin/news/:id/newsletter": ["news_editor", "recent"],

  "PUT /api/admin/users/:id/role": ["super_admin", "recent"],
  "PUT /api/admin/users/:id/newsroom": ["super_admin", "recent"],
  "DELETE /api/admin/users/:id/newsroom": ["super_admin", "recent"],
  "PUT /api/admin/users/:id/block": ["super_admin", "recent"],
  "DELETE /api/admin/users/:id/block": ["super_admin", "recent"],
  "DELETE /api/admin/users/:id": ["super_admin", "recent"],

  "PUT /api/admin/users/:id/hidden": ["super_admin", "none"],
  "POST /api/admin/newcomers/action": ["super_admin", "none"],
  "PATCH /api/admin/reports/:id": ["super_admin", "none"],
  "POST /api/admin/posts/action": ["super_admin", "none"],
  "PATCH /api/admin/teams/:id": ["super_admin", "none"],
  "PUT /api/admin/teams/:id/verified": ["super_admin", "none"],
  "PUT /api/admin/teams/:id/hidden": ["super_admin", "none"],
  "PUT /api/admin/events/:id/hidden": ["super_admin", "none"],
  "DELETE /api/admin/teams/:id": ["super_admin", "none"],
  "POST /api/admin/events": ["super_admin", "none"],
  "PATCH /api/admin/events/:id": ["super_admin", "none"],
  "DELETE /api/admin/events/:id": ["super_admin", "none"],
  "POST /api/uploads/event-images": ["super_admin", "none"],
  "POST /api/admin/ideas": ["super_admin", "none"],
  "PATCH /api/admin/ideas/:id": ["super_admin", "none"],
  "PUT /api/admin/ideas/:id/popular": ["super_admin", "none"],
  "DELETE /api/admin/ideas/:id": ["super_admin", "none"],
  "POST /api/admin/releases": ["super_admin", "none"],
  "PATCH /api/admin/releases/:id": ["super_admin", "none"],
  "DELETE /api/admin/releases/:id": ["super_admin", "none"],
  "POST /api/admin/artists": ["super_admin", "none"],
  "PATCH /api/admin/artists/:id": ["super_admin", "none"],
  "PUT /api/admin/artists/:id/spelling": ["super_admin", "none"],
  "POST /api/admin/artists/:id/merge": ["super_admin", "none"],
  "POST /api/admin/suggestions/action": ["super_admin", "none"],
  "POST /api/admin/suggestions/:id/idea": ["super_admin", "none"],
  "POST /api/admin/sends/retry": ["super_admin", "none"],
  "POST /api/admin/sends/:id/retry": ["super_admin", "none"],
} as const satisfies Record<`${string} /${string}`, RouteAccess>

const accessByRoute = new Map<string, RouteAccess>(Object.entries(ROUTE_ACCESS))

export const getRouteAccess = (method: string, path: string): RouteAccess | undefined =>
  accessByRoute.get(`${method} ${path}`)
