import { connect } from "./client.ts"

export const DATABASE = "daina"
export const OWNER_ROLE = "daina_owner"

/** Creates the owner's role and the database if they do not exist. */
export async function prepareDatabase(superuserUrl: string, ownerPassword: string): Promise<void> {
  const db = connect(superuserUrl).as(null)
  const existing = await db.one<{ role: boolean; database: boolean; create_role: string }>`
    select exists (select from pg_roles where rolname = ${OWNER_ROLE}) as role,
      exists (select from pg_database where datname = ${DATABASE}) as database,
      format('create role %I login createrole password %L', ${OWNER_ROLE}::text, ${ownerPassword}::text)
        as create_role`
  if (existing && !existing.role) await db.batch([{ text: existing.create_role, params: [] }])
  if (!existing?.database) await db.many`create database daina owner daina_owner`
}

/**
 * Returns an English text that says why the role of the URL bypasses row-level security. Returns null if row-level
 * security applies to the role.
 */
export async function getRlsBypassReason(appUrl: string): Promise<string | null> {
  const role = await connect(appUrl).as(null).one<{
    name: string
    rolsuper: boolean
    rolbypassrls: boolean
    owned: string | null
  }>`
    select rolname as name, rolsuper, rolbypassrls,
      (select min(relname) from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
          and pg_has_role(current_user, relowner, 'member')) as owned
    from pg_roles where rolname = current_user`
  if (!role) return "the role cannot be found"
  if (role.rolsuper) return `${role.name} is a superuser`
  if (role.rolbypassrls) return `${role.name} has the attribute BYPASSRLS`
  if (role.owned) return `${role.name} owns tables (for example ${role.owned})`
  return null
}
