-- Emails and notifications to members whose content a super admin hides or deletes.

-- Emails a member about the action of a super admin. Skips unconfirmed addresses, and the super admin's own content.
create or replace function email_about_admin_action(member uuid, mail_kind text, details jsonb) returns void
language sql
as $$
  select queue_mail(id, mail_kind, details) from users
  where id = member and id is distinct from current_viewer() and email_verified_at is not null
$$;

-- Notifies the author of hidden content and the owner of its team. Sends nothing while `app.is_case_decision` is set,
-- because decide_report_case() sends its own emails.
create or replace function email_about_hiding() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare team teams;
begin
  if current_setting('app.is_case_decision', true) = 'yes' or not is_super_admin() then return null; end if;
  if tg_table_name = 'profiles' then
    perform email_about_admin_action(new.user_id, 'hidden_by_admins',
      jsonb_build_object('about', 'profile', 'title', new.display_name, 'member_id', new.user_id));
    perform notify('content_hidden', new.user_id, '{}', array[new.user_id], '{}', '{"about": "profile"}');
    return null;
  end if;
  if tg_table_name = 'teams' then
    team := new;
    perform email_about_admin_action(m.user_id, 'hidden_by_admins',
      jsonb_build_object('about', 'team', 'team', team.name, 'slug', team.slug))
    from team_members m where m.team_id = team.id and m.role = 'owner';
    perform notify('content_hidden', team.id, '{}', array_agg(m.user_id), '{}', '{"about": "team"}')
    from team_members m where m.team_id = team.id and m.role = 'owner';
    return null;
  end if;
  select * into team from teams where id = new.team_id;
  perform email_about_admin_action(person, 'hidden_by_admins', case tg_table_name
    when 'events' then jsonb_strip_nulls(jsonb_build_object(
      'about', 'event', 'title', new.title, 'team', team.name, 'event_id', new.id,
      -- Reads these columns through JSON, because rows of the other tables lack them.
      'slug', case when to_jsonb(new) ->> 'event_type' = 'public' then to_jsonb(new) ->> 'slug' end
    ))
    else jsonb_build_object(
      'about', 'post', 'title', new.title, 'team', team.name, 'slug', team.slug, 'post_id', new.id
    )
  end)
  from (
    select new.user_id union select m.user_id from team_members m
    where m.team_id = team.id and m.role = 'owner'
  ) as owners (person);
  perform notify('content_hidden', new.id, '{}', array_agg(m.user_id) || new.user_id, '{}',
    jsonb_build_object('about', case tg_table_name when 'events' then 'event' else 'post' end))
  from team_members m where m.team_id = team.id and m.role = 'owner';
  return null;
end $$;
create trigger email_about_hiding after update of hidden_at on teams
  for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function email_about_hiding();
create trigger email_about_hiding after update of hidden_at on team_posts
  for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function email_about_hiding();
create trigger email_about_hiding after update of hidden_at on events
  for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function email_about_hiding();
create trigger email_about_hiding after update of hidden_at on profiles
  for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function email_about_hiding();

-- Notifies the members of a team that a super admin deletes. Runs before the deletion, which removes the memberships.
create or replace function email_about_deleted_team() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform email_about_admin_action(m.user_id, 'team_deleted', jsonb_build_object('team', old.name))
  from team_members m where m.team_id = old.id;
  perform notify('team_deleted', old.id, '{}', array_agg(m.user_id), '{}', jsonb_build_object('team', old.name))
  from team_members m where m.team_id = old.id;
  return old;
end $$;
create trigger email_about_deletion before delete on teams
  for each row when (is_super_admin()) execute function email_about_deleted_team();
