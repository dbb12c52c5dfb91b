-- Trigger arguments: the columns to leave out of before and after (long texts that the row itself keeps).
-- `app.reason` holds for the transaction of an action that gives one, `app.action` for that of an action that
-- has a name of its own.
create or replace function write_audit_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  -- Roles have a row per member: its key is the member's id.
  row_data jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Null for a trigger without arguments.
  left_out text[] := coalesce(tg_argv, '{}');
begin
  insert into audit_log (actor_id, action, target_id, before, after, reason)
  values (
    current_viewer(),
    tg_table_name || '.' || coalesce(nullif(current_setting('app.action', true), ''), lower(tg_op)),
    coalesce(row_data ->> 'id', row_data ->> 'user_id')::uuid,
    case when tg_op <> 'INSERT' then to_jsonb(old) - left_out end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - left_out end,
    nullif(current_setting('app.reason', true), '')
  );
  return null;
end $$;

-- An entry says what everything was called then: members and teams are renamed, and go.
create or replace function name_in_audit_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  area text := split_part(new.action, '.', 1);
  -- Of a decided case: what was reported.
  about uuid := (new.after ->> 'target_id')::uuid;
begin
  new.actor_name := (select display_name from profiles where user_id = new.actor_id);
  new.target_name := case
    when area in ('users', 'user_roles', 'news_grants', 'profiles') then
      (select display_name from profiles where user_id = new.target_id)
    when area = 'reports' then coalesce(
      (select name from teams where id = about), (select title from team_posts where id = about),
      (select title from events where id = about),
      (select display_name from profiles where user_id = about)
    )
    when area = 'news' and new.after is null and new.before is null then
      (select title from news where id = new.target_id)
    when area = 'suggestions' then null
    -- Before: a new name stands among what changed.
    else coalesce(new.before, new.after) ->> case area when 'teams' then 'name' else 'title' end
  end;
  return new;
end $$;
create trigger name_what_it_is before insert on audit_log
  for each row execute function name_in_audit_log();

grant select on audit_log to daina_app;
create policy super_admins_read on audit_log for select to daina_app
  using ((select is_super_admin()));
