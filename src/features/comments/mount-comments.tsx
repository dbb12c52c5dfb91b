import { createRoot } from "react-dom/client"
import { ThreadView } from "./ThreadView.tsx"
import { createThread } from "./thread.ts"

/** Replaces the content of the container with the comments for a member. Returns a function that removes them. */
export function mountComments(container: HTMLElement, contentId: string): () => void {
  container.replaceChildren()
  const root = createRoot(container)
  root.render(<ThreadView thread={createThread(contentId)} />)
  return () => root.unmount()
}
