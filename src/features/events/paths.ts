/** A module of its own, because the home page needs nothing else of event.ts. */
export const eventPath = (slug: string) => `/events/${slug}`
