/** A path as an address of this site. */
export const absolute = (path: string): string => new URL(path, import.meta.env.SITE).href
