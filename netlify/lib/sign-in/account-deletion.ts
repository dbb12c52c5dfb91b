import { authDatabase } from "../../../db/client.ts"
import { deleteDueAccounts } from "../../../db/queries/accounts/accounts.ts"
import { logFailure } from "../monitoring/log.ts"
import { deleteAvatars } from "../pictures/avatars.ts"
import { requestBuild } from "../publishing/request-build.ts"

export async function deleteDueAccountsAndFiles(): Promise<void> {
  const { ids, hasChangedSite } = await deleteDueAccounts(authDatabase().as(null))
  if (hasChangedSite) await requestBuild("member")
  for (const id of ids) {
    // If deleting the files fails, the scheduled deletion of unused pictures deletes them later.
    await deleteAvatars(id).catch((error) => logFailure("Deleting a member's files failed", error))
  }
}
