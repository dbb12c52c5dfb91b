/** The home page needs this file, but not team.ts. */
export const teamPath = (slug: string) => `/teams/${slug}`

export const postPath = (team: string, id: string) => `${teamPath(team)}/posts/${id}`
