export const artistPath = (slug: string) => `/music/${slug}`
