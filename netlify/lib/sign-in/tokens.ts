/** Random tokens for links and cookies. The database stores only their hashes. */
import { createHash, randomBytes } from "node:crypto"

/** Returns a random token of 43 characters. */
export const createToken = (): string => randomBytes(32).toString("base64url")

/** Returns the SHA-256 of a token or session id, in hexadecimal. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")
