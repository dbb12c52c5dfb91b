-- Acts on members take turns, posts are searched by index, and unused pictures found in one pass.

-- Every act on a member begins so: who may do it takes the lock first, always the same one, and is asked
-- again behind it. Two who lock in another order would wait for each other; and whoever was demoted while
-- waiting may do no more.
create function begin_act_on_member() returns void
language plpgsql
as $$
begin
  perform require_super_admin();
  perform from user_roles where role = 'super_admin' order by user_id for update;
  perform require_super_admin();
end $$;
revoke execute on function begin_act_on_member() from public;

create or replace function change_user_role(target_user_id uuid, new_role text, reason text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform begin_act_on_member();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  perform from users where id = target_user_id for key share;
  if not found then return 'not_found'; end if;
  if new_role <> 'super_admin' and is_last_super_admin(target_user_id) then
    return 'last_super_admin';
  end if;
  perform set_config('app.reason', coalesce(reason, ''), true);
  if new_role = 'user' then
    delete from user_roles where user_id = target_user_id;
  else
    insert into user_roles (user_id, role) values (target_user_id, new_role)
    on conflict (user_id) do update set role = excluded.role where user_roles.role <> excluded.role;
  end if;
  perform set_config('app.reason', '', true);
  return 'done';
end $$;

create or replace function admin_delete_user(target_user_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform begin_act_on_member();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  delete from users where id = target_user_id;
  if not found then return 'not_found'; end if;
  -- As when members delete their own account: the log keeps ids. Why somebody was blocked is about them.
  update audit_log set before = null, after = null, reason = null where target_id = target_user_id;
  insert into audit_log (actor_id, action, target_id)
  values (current_viewer(), 'users.delete', target_user_id);
  return 'done';
end $$;

create or replace function block_user(target_user_id uuid, why text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform begin_act_on_member();
  if target_user_id = current_viewer() then return 'own_account'; end if;
  if is_last_super_admin(target_user_id) then return 'last_super_admin'; end if;
  update users set blocked_at = date_trunc('milliseconds', now()), blocked_reason = why
  where id = target_user_id and blocked_at is null;
  if not found then
    return case when exists (select from users where id = target_user_id) then 'done' else 'not_found' end;
  end if;
  delete from sessions where user_id = target_user_id;
  delete from mail_links where user_id = target_user_id;
  insert into audit_log (actor_id, action, target_id, reason)
  values (current_viewer(), 'users.block', target_user_id, why);
  return 'done';
end $$;

create or replace function delete_own_account() returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare me uuid := current_viewer();
begin
  if me is null then return 'nobody'; end if;
  if is_last_super_admin(me) then return 'last_super_admin'; end if;
  delete from users where id = me;
  update audit_log set before = null, after = null, reason = null where target_id = me;
  insert into audit_log (actor_id, action, target_id) values (me, 'account.delete', me);
  return 'deleted';
end $$;

-- Posts are found by what they say, or by their team's name. The teams come as a list, so that one index
-- can be joined with the other: with `in (select …)` every post would be read.
create or replace function admin_source(source text)
returns table (relation text, base text, words text, name_key text, time_key text)
language sql immutable parallel safe
as $$
  select s.relation, s.base, s.words, s.name_key, s.time_key from (values
    ('users', 'users', 'true', 'listed_text like %1$L', 'listed_name', 'created_at'),
    ('teams', 'teams', 'true',
      'plain_text(name || '' '' || slug || '' '' || coalesce(description, '''')) like %1$L',
      'plain_text(name)', 'created_at'),
    ('posts', 'team_posts', 'true',
      '(plain_text(title || '' '' || content) like %1$L or team_id = any(array(
        select s.id from teams s where s.search_text like %1$L and plain_text(s.name) like %1$L
      )))',
      'plain_text(title)', 'created_at'),
    ('news', 'news', 'true',
      'plain_text(title || '' '' || slug || '' '' || coalesce(excerpt, '''')) like %1$L',
      'plain_text(title)', 'created_at'),
    ('events', 'events', 'event_type = ''public''',
      'plain_text(title || '' '' || coalesce(location, '''') || '' '' || coalesce(description, ''''))
        like %1$L',
      'plain_text(title)', 'created_at'),
    ('ideas', 'ideas', 'true',
      'plain_text(title || '' '' || description) like %1$L', 'plain_text(title)', 'created_at'),
    ('suggestions', 'suggestions', 'true',
      'plain_text(title || '' '' || description) like %1$L', 'plain_text(title)', 'received_at')
  ) as s (source, relation, base, words, name_key, time_key)
  where s.source = $1
$$;

-- All texts are read once for however many pictures: looking for each in every text took longer than a
-- scheduled function has, at 5,000 articles and 100,000 posts.
create or replace function unused_covers(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  with texts as (
    select content from news where strpos(content, '/uploads/') > 0
    union all select content from news_revisions where strpos(content, '/uploads/') > 0
    union all select content from team_posts where strpos(content, '/uploads/') > 0
  ), shown as materialized (
    select found[1] as url
    from texts, regexp_matches(content, '/uploads/[a-z-]+/[A-Za-z0-9_-]+\.webp', 'g') as found
    union select cover_image_url from news where cover_image_url = any(urls)
    union select cover_image_url from news_revisions where cover_image_url = any(urls)
    union select cover_image_url from teams where cover_image_url = any(urls)
    union select image_url from events where image_url = any(urls)
  )
  select asked.url from unnest(urls) as asked (url)
  where not exists (select from shown where shown.url = asked.url)
$$;
