/** Returns the path of an event's page. Separate from event.ts, so that the home page's scripts stay small. */
export const eventPath = (slug: string) => `/events/${slug}`
