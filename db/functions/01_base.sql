-- What every subject needs. Every statement of a request runs with `app.viewer` set to the member it answers
-- (empty: a stranger); policies read it through current_viewer(). daina_auth, which the functions for signing
-- in and the sender of mails log in as, and the owner name a member by their id. Anybody else needs a claim
-- that daina_auth was given for them, with their session.

grant usage on schema public to daina_app, daina_build;
grant execute on function plain_text(text), hash_of_address(citext),
  are_translations(jsonb, text, text, jsonb) to daina_app;

-- HMAC with two keys of their own (NMAC), each of a whole block of SHA-256.
create or replace function viewer_mac(claim text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
as $$ select sha256(outer_key || sha256(inner_key || convert_to(claim, 'UTF8'))) $$;

-- What makes a statement that member's, for a quarter of an hour: longer than any call takes.
create or replace function viewer_claim(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select claim || '.' || encode(viewer_mac(claim, inner_key, outer_key), 'hex')
  from viewer_keys,
    concat(member, '.', extract(epoch from now() + interval '15 minutes')::bigint) as claim
  where member is not null
  order by made_at desc limit 1
$$;
grant execute on function viewer_claim(uuid) to daina_auth;

-- A new key each day. The one before it is good for claims that are under way; whoever finds the keys in a
-- backup is too late.
create or replace function renew_viewer_keys() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from viewer_keys where made_at > now() - interval '1 day') then return; end if;
  delete from viewer_keys where made_at < (select max(made_at) from viewer_keys);
  insert into viewer_keys default values;
end $$;
grant execute on function renew_viewer_keys() to daina_auth;

-- Returns the member whose rights the statement runs under, null for an anonymous visitor. Conditions on rows use
-- it in a subquery, which is evaluated once: `user_id = (select current_viewer())`. An invalid or expired claim
-- raises an error; the claim of a member who has been blocked, is leaving or is deleted gives null. daina_build is
-- always anonymous.
create or replace function current_viewer() returns uuid
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  named text := nullif(current_setting('app.viewer', true), '');
  claim text := substring(named from '^(.*)\.[0-9a-f]{64}$');
  is_good boolean;
begin
  if named is null or session_user = 'daina_build' then return null; end if;
  -- Inside a definer function the current user is the owner.
  if session_user = 'daina_auth' or pg_has_role(session_user, current_user, 'usage') then
    return named::uuid;
  end if;
  -- Hashes are compared, so that nothing is learned from how long that takes.
  select exists (
    select from viewer_keys
    where sha256(viewer_mac(claim, inner_key, outer_key)) = sha256(decode(right(named, 64), 'hex'))
  ) into is_good where claim is not null;
  if is_good and split_part(claim, '.', 2)::bigint > extract(epoch from now()) then
    return (
      select id from users
      where id = split_part(claim, '.', 1)::uuid and blocked_at is null and deletion_due_at is null
    );
  end if;
  raise exception 'this claim to be somebody is not good' using errcode = '28000';
end $$;
grant execute on function current_viewer() to daina_app, daina_build;

-- Whoever is blocked runs nothing, whatever their role, nor who goes without the second factor that it demands.
create or replace function is_super_admin() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from user_roles r join users u on u.id = r.user_id
    where r.user_id = current_viewer() and r.role = 'super_admin' and u.blocked_at is null
      and not lacks_factor(u.id)
  )
$$;
grant execute on function is_super_admin() to daina_app, daina_build;

-- Raises where the viewer may not run the site.
create or replace function require_super_admin() returns void
language plpgsql
as $$
begin
  if not is_super_admin() then
    raise exception 'only super admins may do that' using errcode = '42501';
  end if;
end $$;

-- Rows that people edit carry the moment of their last change in whole milliseconds, so that it survives
-- JSON and can be compared when two people save.
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

-- What people search for, as a pattern: nothing in it is a wildcard.
create or replace function like_pattern(text) returns text
language sql immutable parallel safe strict set search_path = public, pg_temp
as $$
  select '%' || replace(replace(replace(plain_text($1), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
grant execute on function like_pattern(text) to daina_app;

-- A trigger's, for columns that only super admins change; its argument ends the sentence.
create or replace function guard_for_super_admins() returns trigger
language plpgsql
as $$
begin
  if current_viewer() is not null and not is_super_admin() then
    raise exception 'only super admins %', tg_argv[0] using errcode = '42501';
  end if;
  return new;
end $$;
