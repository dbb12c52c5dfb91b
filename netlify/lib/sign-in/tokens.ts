/** Random tokens for links and cookies. The database stores only their hashes. */
import { createHash, randomBytes } from "node:crypto"

export const createToken = (): string => randomBytes(32).toString("base64url")

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")
