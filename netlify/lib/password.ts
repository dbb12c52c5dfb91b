/** Passwords, by argon2id. */
import { hash, verify } from "@node-rs/argon2"

/** OWASP's second recommendation for argon2id: 19 MiB, 2 iterations, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The encoded hash of a password, salt and cost included. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

// Checked when there is no account, so that an unknown address takes as long as a wrong password.
const nobodysHash = hashPassword("nobody")

/** Whether the password belongs to the hash; as slow for a missing hash as for a wrong password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return stored !== null && matches
}
