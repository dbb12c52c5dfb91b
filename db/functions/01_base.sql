-- The setting `app.viewer` identifies the viewer: the member whose rights apply in the transaction. The setting holds the
-- member's id for daina_auth and the database owner, and a signed claim for daina_app.

grant usage on schema public to daina_app, daina_build;

-- Returns a message authentication code of the claim: a nested SHA-256 with two independent keys, as in NMAC.
create or replace function compute_mac(claim text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
as $$ select sha256(outer_key || sha256(inner_key || convert_to(claim, 'UTF8'))) $$;

-- Returns the signed claim `<member>.<expiry>.<signature>`, or null if `member` is null. It is valid for 15 minutes,
-- which is longer than any request takes.
create or replace function create_viewer_claim(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select claim || '.' || encode(compute_mac(claim, inner_key, outer_key), 'hex')
  from viewer_keys,
    concat(member, '.', extract(epoch from now() + interval '15 minutes')::bigint) as claim
  where member is not null
  order by made_at desc limit 1
$$;

-- Adds a new pair of signing keys at most once a day and keeps only the previous pair, so that the keys in an old backup
-- cannot sign valid claims.
create or replace function renew_viewer_keys() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from viewer_keys where made_at > now() - interval '1 day') then return; end if;
  delete from viewer_keys where made_at < (select max(made_at) from viewer_keys);
  insert into viewer_keys default values;
end $$;

-- Returns the id of the viewer; null for an anonymous visitor and for daina_build. For a signed claim, also returns
-- null if the member is blocked or deleted, or if the deletion of the account is scheduled. Raises an error if the
-- claim is invalid or expired.
create or replace function current_viewer() returns uuid
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  setting text := nullif(current_setting('app.viewer', true), '');
  claim text := substring(setting from '^(.*)\.[0-9a-f]{64}$');
  is_signed boolean;
begin
  if setting is null or session_user = 'daina_build' then return null; end if;
  -- In this definer function, current_user is the database owner. So the second condition is true if the owner itself
  -- has connected.
  if session_user = 'daina_auth' or pg_has_role(session_user, current_user, 'usage') then
    return setting::uuid;
  end if;
  -- Compares hashes of the signatures, so that the time of the comparison reveals nothing about the right signature.
  select exists (
    select from viewer_keys
    where sha256(compute_mac(claim, inner_key, outer_key)) = sha256(decode(right(setting, 64), 'hex'))
  ) into is_signed where claim is not null;
  if is_signed and split_part(claim, '.', 2)::bigint > extract(epoch from now()) then
    return (
      select id from users
      where id = split_part(claim, '.', 1)::uuid and blocked_at is null and deletion_due_at is null
    );
  end if;
  raise exception 'the viewer claim is invalid or expired' using errcode = 'invalid_authorization_specification';
end $$;

-- Returns whether the viewer is a super admin. Returns false for a super admin who is blocked, or who lacks the
-- required second factor after the deadline.
create or replace function is_super_admin() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from user_roles r join users u on u.id = r.user_id
    where r.user_id = current_viewer() and r.role = 'super_admin' and u.blocked_at is null
      and not lacks_required_factor(u.id)
  )
$$;

-- Raises insufficient_privilege with the text `refusal` unless `has_right` is true.
create or replace function require_right(has_right boolean, refusal text) returns void
language plpgsql
as $$
begin
  if has_right is not true then raise exception '%', refusal using errcode = 'insufficient_privilege'; end if;
end $$;

create or replace function require_super_admin() returns void
language sql
as $$ select require_right(is_super_admin(), 'only super admins may do that') $$;

-- Sets `updated_at`, with which saves detect concurrent changes. The time is in whole milliseconds, because dates in
-- browsers are not more precise.
create or replace function touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := greatest(
    date_trunc('milliseconds', clock_timestamp()),
    old.updated_at + interval '1 millisecond'
  );
  return new;
end $$;

-- Returns a pattern for `like` that finds the text (in the form of `plain_text()`) anywhere, and treats `%`, `_` and `\` as plain characters.
create or replace function to_like_pattern(text) returns text
language sql immutable parallel safe strict set search_path = public, pg_temp
as $$
  select '%' || replace(replace(replace(plain_text($1), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- Refuses a change by a member who is not a super admin. The trigger's argument, such as 'hide teams', is the end of the
-- error message.
create or replace function guard_for_super_admins() returns trigger
language plpgsql
as $$
begin
  if current_viewer() is not null and not is_super_admin() then
    raise exception 'only super admins %', tg_argv[0] using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

grant execute on function create_viewer_claim, renew_viewer_keys to daina_auth;
grant execute on function current_viewer, is_super_admin to daina_app, daina_build;
grant execute on function plain_text, hash_address, are_translations, to_like_pattern to daina_app;
