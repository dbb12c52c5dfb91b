/** The database stores only hashes of tokens. */
import { createHash, randomBytes } from "node:crypto"

export const createToken = (): string => randomBytes(32).toString("base64url")

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")
