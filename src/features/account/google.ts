/** Whether there is a way in by Google: known when the site is built, by the same setting as the functions'. */
export const hasGoogle = Boolean(process.env.GOOGLE_CLIENT_ID)
