/** Separate from event.ts, because the home page's scripts need only this path. */
export const eventPath = (slug: string) => `/events/${slug}`
