import { Fragment } from "react"
import { splitLinks } from "../shared/link-parts.ts"

export const LinkedText = ({ text }: { text: string }) =>
  splitLinks(text).map((part, i) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids and never change their order
        key={i}
        className="underline underline-offset-4 wrap-anywhere"
        href={part.href}
        rel="nofollow ugc noopener"
        target="_blank"
      >
        {part.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids and never change their order
      <Fragment key={i}>{part.text}</Fragment>
    ),
  )
