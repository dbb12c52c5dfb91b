/** This file is separate from team.ts, so that the home page does not load team.ts. */
export const teamPath = (slug: string) => `/teams/${slug}`

export const postPath = (teamSlug: string, id: string) => `${teamPath(teamSlug)}/posts/${id}`
