/** Separate, because the home page needs nothing else from team.ts. */
export const teamPath = (slug: string) => `/teams/${slug}`

export const postPath = (team: string, id: string) => `${teamPath(team)}/posts/${id}`
