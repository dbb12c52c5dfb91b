/** Storing a picture on its way into the profile. */
import type { Answer } from "../../call.ts"

export function createStoringOnce(send: (picture: Blob) => Promise<Answer<string>>) {
  let stored: { picture: Blob; answer: Answer<string> } | null = null
  return {
    /** Its address; a picture that has one is not sent again. */
    async storeOnce(picture: Blob): Promise<Answer<string>> {
      if (stored?.picture === picture) return stored.answer
      const answer = await send(picture)
      if (answer.ok) stored = { picture, answer }
      return answer
    },
    /** It is sent again next time. */
    forget: () => {
      stored = null
    },
  }
}
