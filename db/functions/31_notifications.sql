-- Notifications in the bell of the site, and preferences. docs/add-a-notification.md lists the steps for a new kind.

grant select, update (read_at) on notifications to daina_app;
create policy own_notifications on notifications to daina_app using (user_id = (select current_viewer()));

grant select, insert (user_id, topic, bell, email, push), update (bell, email, push), delete
  on notification_preferences to daina_app;
create policy own_preferences on notification_preferences to daina_app using (user_id = (select current_viewer()));
create trigger touch before update on notification_preferences for each row execute function touch_updated_at();

-- Returns the topics that members can turn on and off, with the default for each channel. A default is null if the
-- topic has no such channel. The channel `bell` is the list of notifications on the site. Must match TOPICS in
-- src/features/notifications/topics.ts.
create or replace function list_notification_topics() returns table (topic text, bell boolean, email boolean, push boolean)
language sql immutable
as $$
  values
    ('team_post', true, null::boolean, false),
    ('new_event', true, null, false),
    ('join_request', true, true, false),
    ('join_answer', true, true, true),
    ('team_role', true, true, false),
    ('event_place', true, true, true),
    ('event_change', true, true, true),
    ('event_reminder', true, true, false),
    ('event_message', true, true, false),
    ('idea_answer', true, null, false),
    ('comment', true, null, false),
    ('mention', true, null, false),
    ('release', true, null, false),
    ('chart', false, null, false),
    ('moderation', true, null, false),
    ('newsroom', true, null, false),
    ('weekly_digest', null, false, null)
$$;

-- Returns the kinds of notifications of each topic. `subject` is the kind of content that get_notification_subject()
-- reads. Must match NOTIFICATION_KINDS in src/features/notifications/schema.ts.
create or replace function list_notification_kinds() returns table (kind text, topic text, subject text)
language sql immutable
as $$
  values
    ('team_post', 'team_post', 'post'),
    ('new_event', 'new_event', 'event'),
    ('join_request', 'join_request', 'join_request'),
    ('join_approved', 'join_answer', 'team'),
    ('join_declined', 'join_answer', 'team'),
    ('team_admin', 'team_role', 'team'),
    ('team_owner', 'team_role', 'team'),
    ('team_heir', 'team_role', 'team'),
    ('team_removed', 'team_role', 'team'),
    ('team_deleted', 'team_role', 'none'),
    ('event_place', 'event_place', 'event'),
    ('event_offer', 'event_place', 'event'),
    ('event_offer_over', 'event_place', 'event'),
    ('event_group_too_large', 'event_place', 'event'),
    ('event_removed', 'event_place', 'event'),
    ('event_helper', 'event_place', 'event'),
    ('event_access_lost', 'event_place', 'none'),
    ('event_changed', 'event_change', 'event'),
    ('event_cancelled', 'event_change', 'event'),
    ('event_reminder', 'event_reminder', 'event'),
    ('event_message', 'event_message', 'event'),
    ('idea_answered', 'idea_answer', 'idea'),
    ('comment', 'comment', 'comment'),
    ('mention', 'mention', 'mention'),
    ('release_added', 'release', 'release'),
    ('release_moved', 'release', 'release'),
    ('release_out', 'release', 'release'),
    ('chart_changed', 'chart', 'none'),
    ('report_received', 'moderation', 'report'),
    ('report_hidden', 'moderation', 'none'),
    ('report_dismissed', 'moderation', 'none'),
    ('content_hidden', 'moderation', 'none'),
    ('newcomer_approved', 'moderation', 'none'),
    ('news_ready', 'newsroom', 'article'),
    ('newsroom_access', 'newsroom', 'none')
$$;

-- Returns whether the member wants notifications of the topic by the channel 'bell', 'email' or 'push'. If the member
-- has no preference, the default of the topic applies.
create or replace function wants_topic(member uuid, wanted_topic text, channel text) returns boolean
language sql stable
as $$
  select coalesce((to_jsonb(p) ->> channel)::boolean, (to_jsonb(t) ->> channel)::boolean, false)
  from list_notification_topics() t
  left join notification_preferences p on p.user_id = member and p.topic = t.topic
  where t.topic = wanted_topic
$$;

-- Notifies members, except the viewer and the `author`. Each member has one row per topic and `group_key` (for example,
-- the id of a team). The column `things` of the row has ids of content, and the first `count` of them are unread.
-- `new_ids` are added to `things` of an existing row. `member_reasons` says why a member is notified, in the order of
-- `members`.
create or replace function notify(
  new_kind text, group_key uuid, new_ids uuid[], members uuid[], member_reasons text[] default '{}',
  details jsonb default null, author uuid default null
) returns void
language sql
as $$
  insert into notifications as n (user_id, topic, kind, group_id, things, count, reasons, about, in_bell)
  select u.id, k.topic, k.kind, coalesce(group_key, u.id), new_ids[1:100],
    least(greatest(cardinality(new_ids), 1), 100),
    coalesce(array_agg(distinct r.reason) filter (where r.reason is not null), '{}'), details,
    bool_or(coalesce(p.bell, t.bell))
  from unnest(members, member_reasons) as r (user_id, reason)
  join users u on u.id = r.user_id and u.blocked_at is null and u.deletion_due_at is null
  join list_notification_kinds() k on k.kind = new_kind
  join list_notification_topics() t on t.topic = k.topic
  left join notification_preferences p on p.user_id = u.id and p.topic = k.topic
  where u.id is distinct from (select current_viewer()) and u.id is distinct from author
    and (coalesce(p.bell, t.bell) or coalesce(p.push, t.push))
  group by u.id, k.topic, k.kind
  -- Concurrent calls lock the rows in the same order, so that they do not deadlock.
  order by u.id
  on conflict (user_id, topic, group_id) do update
  set kind = excluded.kind,
    count = case
      when n.read_at is null and n.kind = excluded.kind and cardinality(excluded.things) > 0
        then least(n.count + cardinality(array(
          select unnest(excluded.things) except select unnest(n.things))), 100)
      else excluded.count
    end,
    things = (array(
      select thing from unnest(excluded.things) with ordinality as added (thing, list_position)
      where thing <> all(n.things) order by list_position
    ) || n.things)[1:100],
    reasons = excluded.reasons, about = excluded.about, in_bell = excluded.in_bell,
    happened_at = excluded.happened_at, read_at = null
  where cardinality(excluded.things) = 0 or not excluded.things <@ n.things
$$;

-- Returns the members to notify of content: members of the team and, if the content is listed, followers of the team
-- and the country.
create or replace function list_audience(team uuid, content_country text, is_listed boolean)
returns table (user_id uuid, reason text)
language sql stable
as $$
  select m.user_id, 'member' from team_members m where m.team_id = team
  union all
  select f.user_id, 'team' from follows f where is_listed and f.team_id = team
  union all
  select f.user_id, 'country' from follows f where is_listed and f.country = content_country
$$;

-- Returns the facts that a notification shows, such as the title of the content. Returns null if the viewer may not see
-- the content.
create or replace function get_notification_subject(n notifications, locale text) returns jsonb
language sql stable
as $$
  select case
    when n.about @> '{"is_gone": true}' then n.about
    else coalesce(n.about, '{}') || case k.subject
      when 'none' then '{}'::jsonb
      when 'team' then (
        select jsonb_build_object('team', t.name, 'slug', t.slug) from teams t where t.id = n.group_id
      )
      when 'join_request' then (
        select jsonb_build_object('team', t.name, 'slug', t.slug, 'count', count(*)::integer,
          'member', case when count(*) = 1 then min(get_name_for_viewer(r.user_id)) end)
        from team_join_requests r join teams t on t.id = r.team_id
        where r.id = any(n.things[1:n.count]) and r.status = 'pending' and t.id in (select list_own_team_ids('owner'))
        group by t.id
      )
      when 'post' then (
        select jsonb_build_object('team', t.name, 'slug', t.slug, 'count', count(*)::integer,
          'id', (array_agg(p.id order by p.created_at desc, p.id))[1],
          'title', (array_agg(p.title order by p.created_at desc, p.id))[1])
        from team_posts p join teams t on t.id = p.team_id
        where p.id = any(n.things[1:n.count]) and p.is_published
        group by t.id
      )
      when 'event' then (
        select jsonb_build_object('count', count(*)::integer, 'team', min(t.name))
          || (array_agg(jsonb_build_object(
            'id', e.id, 'title', coalesce(nullif(e.translations -> locale ->> 'title', ''), e.title),
            'slug', case when e.event_type = 'public' then e.slug end,
            'start_date', e.start_date, 'time_zone', e.time_zone, 'is_all_day', e.is_all_day
          ) order by e.created_at desc, e.start_date, e.id))[1]
        from events e left join teams t on t.id = e.team_id
        where e.id = any(case when n.things = '{}' then array[n.group_id] else n.things[1:n.count] end)
        having count(*) > 0
      )
      when 'idea' then (
        select jsonb_build_object('id', i.id, 'title', i.title, 'status', i.status) from ideas i where i.id = n.group_id
      )
      when 'article' then (
        select jsonb_build_object('id', a.id, 'title', a.title) from news a where a.id = n.group_id
      )
      when 'comment' then get_comment_notice(n.group_id, n.things[1:n.count], locale)
      when 'mention' then get_mention_notice(n.group_id, n.things[1:n.count], locale)
      when 'release' then (
        select jsonb_build_object('id', r.id, 'title', a.name || ': ' || r.title, 'slug', a.slug,
          'start_date', r.release_date::timestamp at time zone 'utc', 'time_zone', 'UTC', 'is_all_day', true,
          'is_whole_month', r.date_precision = 'month', 'release_type', r.release_type)
        from releases r join artists a on a.id = r.artist_id where r.id = n.group_id
      )
      when 'report' then (select '{}'::jsonb where is_super_admin())
    end
  end
  from list_notification_kinds() k where k.kind = n.kind
$$;

-- Returns the number of the viewer's unread notifications, but at most 10, which the bell shows as "9+".
create or replace function count_unread_notifications() returns integer
language sql stable
as $$
  select count(*)::integer from (
    select from notifications n
    where n.user_id = (select current_viewer()) and n.in_bell and n.read_at is null
      and get_notification_subject(n, 'en') is not null
    limit 10
  ) as unread
$$;

-- Notifies members of the team, and followers if the post is listed. Runs again when a super admin approves the post.
create or replace function notify_of_post() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform notify('team_post', new.team_id, array[new.id], array_agg(a.user_id), array_agg(a.reason), null, new.user_id)
  from teams t, list_audience(t.id, null, new.reviewed_at is not null and t.reviewed_at is not null) a
  where t.id = new.team_id and t.hidden_at is null;
  return null;
end $$;
create trigger notify_of_new after insert on team_posts
  for each row when (new.is_published) execute function notify_of_post();
create trigger notify_of_edited after update of is_published, reviewed_at on team_posts
  for each row when (
    new.is_published and (not old.was_published or (old.reviewed_at is null and new.reviewed_at is not null))
  )
  execute function notify_of_post();

-- Events that a team adds together share one notification. A series counts as one event.
create or replace function notify_of_events() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare occurrence record;
begin
  for occurrence in
    with first_dates as (
      select distinct on (coalesce(s.lineage, a.id)) a.*
      from added a left join event_series s on s.id = a.series_id
      where a.end_date > now() and not a.is_cancelled and not exists (
        select from events other join event_series part on part.id = other.series_id
        where part.lineage = s.lineage and other.id not in (select id from added)
      )
      order by coalesce(s.lineage, a.id), a.start_date
    )
    select coalesce(f.team_id, f.id) as group_id, f.team_id, f.country, f.user_id,
      f.event_type = 'public' and (f.team_id is null or t.reviewed_at is not null) as is_listed,
      array_agg(f.id order by f.start_date) as things
    from first_dates f left join teams t on t.id = f.team_id
    where t.hidden_at is null
    group by 1, 2, 3, 4, 5
    order by 1
  loop
    perform notify('new_event', occurrence.group_id, occurrence.things, array_agg(a.user_id), array_agg(a.reason),
      null, occurrence.user_id)
    from list_audience(occurrence.team_id, occurrence.country, occurrence.is_listed) a;
  end loop;
  return null;
end $$;
create trigger notify_of_new after insert on events referencing new table as added
  for each statement execute function notify_of_events();

-- Marks notifications about opened content as read. A notification about several posts or events stays unread until all
-- of them were opened. The ids of opened content move behind the unread ids in `things`.
create or replace function mark_opened_notifications(topics text[], opened_ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp
as $$
  with opened as (
    select n.id, n.things[1:n.count] as unread, n.things[n.count + 1:] as read, case
      when n.group_id = any(opened_ids) then '{}'
      else array(
        select thing from unnest(n.things[1:n.count]) with ordinality as t (thing, list_position)
        where thing <> all(opened_ids) order by list_position
      )
    end as still_unread
    from notifications n
    where n.user_id = current_viewer() and n.read_at is null and n.topic = any(topics)
      and (n.group_id = any(opened_ids) or n.things[1:n.count] && opened_ids)
    order by n.id for update
  )
  update notifications n
  set read_at = case when o.still_unread = '{}' then now() end,
    count = case when o.still_unread = '{}' then n.count else cardinality(o.still_unread) end,
    things = case when o.still_unread = '{}' then n.things else
      o.still_unread || array(select thing from unnest(o.unread) as thing where thing <> all(o.still_unread)) || o.read
    end
  from opened o where n.id = o.id
$$;

-- Runs when a team is approved. Notifies its followers of posts that were reviewed earlier, and of upcoming events. For
-- posts that are approved together with the team, notify_of_post() notifies the followers.
create or replace function notify_of_listed_team() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare listed record;
begin
  for listed in
    select 'team_post' as kind, null as country, array_agg(p.id order by p.created_at desc, p.id) as things
    from team_posts p where p.team_id = new.id and p.is_published and p.reviewed_at is not null
    having count(*) > 0
    union all
    select 'new_event', e.country, array_agg(e.id order by e.start_date, e.id)
    from (
      select distinct on (coalesce(s.lineage, e.id)) e.*
      from events e left join event_series s on s.id = e.series_id
      where e.team_id = new.id and e.event_type = 'public' and e.hidden_at is null and not e.is_cancelled
        and e.end_date > now()
      order by coalesce(s.lineage, e.id), e.start_date
    ) e
    group by e.country
  loop
    perform notify(listed.kind, new.id, listed.things, array_agg(a.user_id), array_agg(a.reason))
    from list_audience(new.id, listed.country, is_listed => true) a
    -- Leaves out members of the team, who were notified when the content was added.
    where a.user_id not in (select m.user_id from team_members m where m.team_id = new.id);
  end loop;
  return null;
end $$;
create trigger notify_of_listed after update of reviewed_at on teams
  for each row when (old.reviewed_at is null and new.reviewed_at is not null and new.hidden_at is null)
  execute function notify_of_listed_team();

-- Notifies the author of an idea of a new reply or status.
create or replace function notify_of_answer() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform notify('idea_answered', new.id, '{}', array[new.author_id]);
  return null;
end $$;
create trigger notify_of_answer after update of reply, status on ideas
  for each row when (
    new.author_id is not null
      and (new.status <> old.status or (new.reply is not null and new.reply is distinct from old.reply))
  )
  execute function notify_of_answer();

grant execute on function list_notification_topics, wants_topic, list_notification_kinds, get_notification_subject, count_unread_notifications,
  mark_opened_notifications
  to daina_app;
