/** The home page needs this file, but not event.ts. */
export const eventPath = (slug: string) => `/events/${slug}`
