/** Separate, because the home page needs nothing else from event.ts. */
export const eventPath = (slug: string) => `/events/${slug}`
