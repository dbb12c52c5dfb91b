-- What every subject needs. Every statement of a request runs with `app.user_id` set to the member it
-- answers (empty: a stranger); policies read it through current_viewer().

grant usage on schema public to daina_app, daina_build;
grant execute on function plain_text(text), hash_of_address(citext),
  are_translations(jsonb, text, text, jsonb) to daina_app;

-- A build is a stranger, whatever it sets.
create or replace function current_viewer() returns uuid
language sql stable
as $$
  select case when session_user <> 'daina_build'
    then nullif(current_setting('app.user_id', true), '')::uuid end
$$;
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
