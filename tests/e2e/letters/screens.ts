/** The forms for letters, as a person finds them. */
import { randomUUID } from "node:crypto"
import type { Locator, Page } from "@playwright/test"

export interface LettersForm {
  email: Locator
  submit: Locator
  said: Locator
}

const formIn = (place: Locator, button: string): LettersForm => ({
  email: place.getByLabel("Your mail address"),
  submit: place.getByRole("button", { name: button }),
  said: place.getByRole("status"),
})

/** The one at the foot of every page. */
export const footerForm = (page: Page) =>
  formIn(page.getByRole("region", { name: "Letters from Daina" }), "Write to me")

export const shopForm = (page: Page) =>
  formIn(page.getByRole("region", { name: "First to know" }), "Notify me")

export const newReader = () => `reader-${randomUUID()}@daina.test`

export const SENT = "Nearly there! We have mailed you a link"
