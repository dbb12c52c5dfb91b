-- The audit log. Most entries are changes by super admins and the newsroom.

-- Records the change of a row. The trigger's arguments are columns that the entry must not contain. The setting
-- `app.reason` adds a reason, and `app.action` replaces insert, update or delete in the name of the action.
create or replace function write_audit_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  row_data jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  omitted_columns text[] := coalesce(tg_argv, '{}');
begin
  insert into audit_log (actor_id, action, target_id, before, after, reason)
  values (
    current_viewer(),
    tg_table_name || '.' || coalesce(nullif(current_setting('app.action', true), ''), lower(tg_op)),
    coalesce(row_data ->> 'id', row_data ->> 'user_id')::uuid,
    case when tg_op <> 'INSERT' then to_jsonb(old) - omitted_columns end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - omitted_columns end,
    nullif(current_setting('app.reason', true), '')
  );
  return null;
end $$;

-- Adds the current names of the actor and the target to a new entry, because names and titles may change later, and the
-- target may be deleted.
create or replace function add_names_to_audit_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  area text := split_part(new.action, '.', 1);
  -- Entries about reports contain the id of the reported content or member.
  reported_id uuid := (new.after ->> 'target_id')::uuid;
begin
  new.actor_name := (select display_name from profiles where user_id = new.actor_id);
  new.target_name := case
    when area in ('users', 'user_roles', 'news_grants', 'profiles') then
      (select display_name from profiles where user_id = new.target_id)
    when area = 'reports' then coalesce(
      (select name from teams where id = reported_id), (select title from team_posts where id = reported_id),
      (select title from events where id = reported_id),
      (select c.title from report_cases c where c.id = new.target_id and c.comment_id is not null),
      (select display_name from profiles where user_id = reported_id)
    )
    when area = 'news' and new.after is null and new.before is null then
      (select title from news where id = new.target_id)
    when area = 'suggestions' then null
    else coalesce(new.before, new.after) ->> case when area in ('teams', 'artists') then 'name' else 'title' end
  end;
  return new;
end $$;
create trigger add_names before insert on audit_log
  for each row execute function add_names_to_audit_log();

grant select on audit_log to daina_app;
create policy super_admins_read on audit_log for select to daina_app
  using ((select is_super_admin()));
