-- Leaving with one's data, and leaving for good.

-- Roles have a row per member: its key is the member's id.
create or replace function write_audit_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  row_data jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Null for a trigger without arguments.
  left_out text[] := coalesce(tg_argv, '{}');
begin
  insert into audit_log (actor_id, action, target_id, before, after)
  values (
    current_viewer(),
    tg_table_name || '.' || lower(tg_op),
    coalesce(row_data ->> 'id', row_data ->> 'user_id')::uuid,
    case when tg_op <> 'INSERT' then to_jsonb(old) - left_out end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - left_out end
  );
  return null;
end $$;
create trigger audit after insert or update or delete on user_roles
  for each row execute function write_audit_row();
create index audit_log_of_actor on audit_log (actor_id);
create index audit_log_of_target on audit_log (target_id);

-- An author who leaves, or a poster, has not changed what they wrote.
drop trigger touch on news;
create trigger touch before update of slug, title, excerpt, content, content_html, cover_image_url,
  country, language, is_featured, is_published, published_at on news
  for each row execute function touch_updated_at();
drop trigger touch on team_posts;
create trigger touch before update of title, content, video_url, video_type, is_published on team_posts
  for each row execute function touch_updated_at();
drop trigger touch on events;
create trigger touch before update of title, description, start_date, end_date, time_zone, location,
  country, color, team_id, event_type, featured, prize, max_participants, registration_url, image_url
  on events for each row execute function touch_updated_at();

-- Everything held on the viewer. Left out are secrets (the password's hash and the sessions' are of no
-- use to anybody but a thief), and what our mail server says. A test knows of every column that points at a member.
create function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'exported_at', now(),
    'account', (
      select to_jsonb(u) - 'password_hash' from users u where u.id = current_viewer()
    ),
    'role', (
      select to_jsonb(r) - 'user_id' from user_roles r where r.user_id = current_viewer()
    ),
    'profile', (select to_jsonb(p) from profiles p where p.user_id = current_viewer()),
    'sessions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'token_hash' order by s.created_at), '[]')
      from sessions s where s.user_id = current_viewer()
    ),
    'mails', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'last_error' order by m.created_at), '[]')
      from mails m where m.user_id = current_viewer()
    ),
    'mail_links', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'token_hash' order by l.created_at), '[]')
      from mail_links l where l.user_id = current_viewer()
    ),
    'music_likes', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at), '[]')
      from music_likes l where l.user_id = current_viewer()
    ),
    'team_memberships', (
      select coalesce(jsonb_agg(
        to_jsonb(m) || jsonb_build_object('team_name', t.name, 'team_slug', t.slug)
        order by m.created_at
      ), '[]')
      from team_members m join teams t on t.id = m.team_id where m.user_id = current_viewer()
    ),
    'team_posts', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]')
      from team_posts p where p.user_id = current_viewer()
    ),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.created_at), '[]')
      from events e where e.user_id = current_viewer()
    ),
    'news', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'content_html' order by n.created_at), '[]')
      from news n where n.author_id = current_viewer()
    ),
    'acts_as_administrator', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'before' - 'after' order by a.id), '[]')
      from audit_log a where a.actor_id = current_viewer()
    ),
    'acts_of_administrators', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'actor_id' order by a.id), '[]')
      from audit_log a where a.target_id = current_viewer()
    )
  )
  where current_viewer() is not null
$$;
revoke execute on function export_account() from public;
grant execute on function export_account() to daina_app;

-- Deletes the viewer. What refers to them goes or loses its name by its foreign key; the audit log keeps
-- ids, and what it held of the person is erased. Answers 'last_super_admin' instead where nobody would be
-- left to run the site.
create function delete_own_account() returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare me uuid := current_viewer();
begin
  if me is null then return 'nobody'; end if;
  -- Two who leave at once take turns.
  perform from user_roles where role = 'super_admin' order by user_id for update;
  if exists (select from user_roles where user_id = me and role = 'super_admin')
    and not exists (select from user_roles where user_id <> me and role = 'super_admin')
  then
    return 'last_super_admin';
  end if;
  delete from users where id = me;
  update audit_log set before = null, after = null where target_id = me;
  insert into audit_log (actor_id, action, target_id) values (me, 'account.delete', me);
  return 'deleted';
end $$;
revoke execute on function delete_own_account() from public;
grant execute on function delete_own_account() to daina_app;
