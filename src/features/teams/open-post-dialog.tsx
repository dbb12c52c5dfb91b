import { openDialog } from "../../ui/open-dialog.ts"
import type { TeamPost } from "./post.ts"

/** Opens the dialog for a post, or for a new one; the editor comes when it is asked for. */
export function openPostDialog(post: TeamPost | null): void {
  void openDialog(async () => {
    const { PostDialog } = await import("./PostDialog.tsx")
    return ({ onClose }) => <PostDialog post={post} onClose={onClose} />
  })
}
