/** Where the toast for who comes back from Google waits; it shows only to who is signed in then. */
export const AFTER_GOOGLE = "daina:google"
