-- What the admin area's lists search, sort and filter by, in one function that checks the role: text
-- search is not leakproof, so under a policy its indexes would lie idle.

-- How a list is searched, sorted and filtered: a row for each list, and one for each filter of it. The
-- conditions are SQL of ours; `%1$L` is the searched words as a pattern. The same words and names stand in
-- the tables' indexes: a test looks that these serve them.
-- Posts are found by what they say, or by their team's name. The teams come as a list, so that one index
-- can be joined with the other: with `in (select …)` every post would be read.
create or replace function admin_source(source text)
returns table (relation text, base text, words text, name_key text, time_key text)
language sql immutable parallel safe
as $$
  select s.relation, s.base, s.words, s.name_key, s.time_key from (values
    ('users', 'users', 'true', 'listed_text like %1$L', 'listed_name', 'created_at'),
    ('teams', 'teams', 'true',
      'plain_text(name || '' '' || slug || '' '' || coalesce(description, '''') || '' ''
        || jsonb_path_query_array(translations, ''$.*.*'')::text) like %1$L',
      'plain_text(name)', 'created_at'),
    ('posts', 'team_posts', 'true',
      '(plain_text(title || '' '' || content) like %1$L or team_id = any(array(
        select s.id from teams s where s.search_text like %1$L and plain_text(s.name) like %1$L
      )))',
      'plain_text(title)', 'created_at'),
    ('news', 'news', 'original_id is null',
      'plain_text(title || '' '' || slug || '' '' || coalesce(excerpt, '''')) like %1$L',
      'plain_text(title)', 'created_at'),
    ('events', 'events', 'event_type = ''public''',
      'plain_text(title || '' '' || coalesce(location, '''') || '' '' || coalesce(description, '''')
        || '' '' || jsonb_path_query_array(translations, ''$.*.*'')::text) like %1$L',
      'plain_text(title)', 'created_at'),
    ('ideas', 'ideas', 'true',
      'plain_text(title || '' '' || description) like %1$L', 'plain_text(title)', 'created_at'),
    ('suggestions', 'suggestions', 'true',
      'plain_text(title || '' '' || description) like %1$L', 'plain_text(title)', 'received_at'),
    ('reports', 'report_cases', 'true', 'plain_text(title) like %1$L', 'plain_text(title)',
      'newest_key')
  ) as s (source, relation, base, words, name_key, time_key)
  where s.source = $1
$$;

create or replace function admin_filter(source text, filter text) returns text
language sql immutable parallel safe
as $$
  select f.condition from (values
    ('users', 'user', 'not exists (select from user_roles r where r.user_id = t.id)'),
    ('users', 'admin', 'id in (select user_id from user_roles where role = ''admin'')'),
    ('users', 'super_admin', 'id in (select user_id from user_roles where role = ''super_admin'')'),
    ('users', 'blocked', 'blocked_at is not null'),
    ('users', 'newsroom', 'id in (select user_id from news_grants)'),
    ('users', 'hidden', 'id in (select user_id from profiles where hidden_at is not null)'),
    ('teams', 'verified', 'is_verified'),
    ('teams', 'unverified', 'not is_verified'),
    ('teams', 'hidden', 'hidden_at is not null'),
    ('posts', 'published', 'is_published'),
    ('posts', 'draft', 'not is_published'),
    ('posts', 'video', 'video_url is not null'),
    ('posts', 'hidden', 'hidden_at is not null'),
    ('news', 'published', 'is_published'),
    ('news', 'draft', 'not is_published and publish_at is null'),
    ('news', 'planned', 'not is_published and publish_at is not null'),
    ('news', 'featured', 'is_featured'),
    ('news', 'outdated', 'exists (select from news n
      where n.original_id = t.id and n.translated_from < t.text_changed_at
        and n.language = any((select newsroom_languages())::locale_code[]))'),
    ('news', 'to_publish', 'awaits_publishing(t)'),
    ('news', 'to_en', 'lacks_translation(t, ''en'')'),
    ('news', 'to_lv', 'lacks_translation(t, ''lv'')'),
    ('news', 'to_et', 'lacks_translation(t, ''et'')'),
    ('news', 'to_lt', 'lacks_translation(t, ''lt'')'),
    ('news', 'to_ru', 'lacks_translation(t, ''ru'')'),
    ('events', 'upcoming', 'end_date >= now()'),
    ('events', 'past', 'end_date < now()'),
    ('events', 'featured', 'featured'),
    ('events', 'cancelled', 'is_cancelled'),
    ('events', 'hidden', 'hidden_at is not null'),
    ('ideas', 'popular', 'is_popular'),
    ('ideas', 'open', 'status = ''open'''),
    ('ideas', 'planned', 'status = ''planned'''),
    ('ideas', 'done', 'status = ''done'''),
    ('ideas', 'declined', 'status = ''declined'''),
    ('suggestions', 'unread', 'read_at is null'),
    ('suggestions', 'read', 'read_at is not null'),
    ('reports', 'open', 'status = ''open'''),
    ('reports', 'hidden', 'status = ''hidden'''),
    ('reports', 'dismissed', 'status = ''dismissed'''),
    ('reports', 'team', 'kind = ''team'''),
    ('reports', 'post', 'kind = ''post'''),
    ('reports', 'profile', 'kind = ''profile'''),
    ('reports', 'event', 'kind = ''event''')
  ) as f (source, filter, condition)
  where f.source = $1 and f.filter = $2
$$;

-- Whether nobody has put what a published article says now into that language.
create or replace function lacks_translation(original news, into_language text) returns boolean
language sql stable
as $$
  select original.is_published and original.language::text <> into_language and not exists (
    select from news n
    where n.original_id = original.id and n.language::text = into_language
      and n.translated_from >= original.text_changed_at
  )
$$;
grant execute on function lacks_translation(news, text) to daina_app;

-- Whether a published article has a translation that only lacks the viewer's yes: a finished one, or changes
-- to what readers see, typed by who may not publish.
create or replace function awaits_publishing(original news) returns boolean
language sql stable
as $$
  select original.is_published and exists (
    select from news n
    where n.original_id = original.id and n.language = any((select publishable_languages())::locale_code[])
      and case when n.is_published or n.publish_at is not null
        then exists (select from news_drafts d where d.id = n.id)
        else n.translated_from >= original.text_changed_at end
  )
$$;
grant execute on function awaits_publishing(news) to daina_app;

-- The ids of one page of a list, in its order, with what the next page's cursor holds. `sort` is newest,
-- oldest, name, name_desc, start or start_desc; `filter` a word of admin_filter(), or null.
create or replace function admin_rows(
  source text, search text, filter text, sort text, after_value text, after_id uuid, most integer
)
returns table (id uuid, sort_value text)
language plpgsql stable security definer rows 20 set search_path = public, pg_temp
as $$
declare
  list record;
  key text;
  kind text := 'timestamptz';
  shown text;
  conditions text[];
  is_rising boolean := sort in ('oldest', 'name', 'start');
  words text := btrim(coalesce(search, ''));
begin
  if source = 'news' then
    perform require_newsroom();
  else
    perform require_super_admin();
  end if;
  select * into strict list from admin_source(source);
  if filter is not null and admin_filter(source, filter) is null then
    raise exception 'there is no filter % of %', filter, source using errcode = '22023';
  end if;
  -- What waits for a translation, by how long it waits.
  if source = 'news' and (filter = 'outdated' or filter like 'to\_%') then
    list.time_key := 'text_changed_at';
  end if;
  -- `newest_key` and `oldest_key` sort cases about a child in danger first in both orders.
  if source = 'reports' and is_rising then list.time_key := 'oldest_key'; end if;
  key := case when sort in ('start', 'start_desc') then 'start_date' else list.time_key end;
  if sort in ('name', 'name_desc') then
    key := list.name_key;
    kind := 'text';
    shown := key;
  else
    shown := format('to_char(%s at time zone ''utc'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')', key);
  end if;
  conditions := array[list.base];
  if words <> '' then conditions := conditions || format(list.words, like_pattern(words)); end if;
  if filter is not null then conditions := conditions || admin_filter(source, filter); end if;
  if after_value is not null then
    conditions := conditions || format('(%s, t.id) %s (%L::%s, %L::uuid)',
      key, case when is_rising then '>' else '<' end, after_value, kind, after_id);
  end if;
  return query execute format('select t.id, %s from %I t where %s order by %s %s, t.id %5$s limit %s',
    shown, list.relation, array_to_string(conditions, ' and '), key,
    case when is_rising then 'asc' else 'desc' end, most);
end $$;
grant execute on function admin_rows(text, text, text, text, text, uuid, integer) to daina_app;

-- Rows of members are their owner's; these columns are for who runs the site, and no others of them.
create or replace function admin_users(
  search text, filter text, sort text, after_value text, after_id uuid, most integer
)
returns table (
  user_id uuid, display_name text, role text, created_at timestamptz, blocked_at timestamptz,
  blocked_reason text, is_hidden boolean, newsroom jsonb, email text, owned_teams jsonb, sort_value text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, p.display_name, coalesce(r.role, 'user'), u.created_at, u.blocked_at, u.blocked_reason,
    p.hidden_at is not null, case when r.role is distinct from 'super_admin' then newsroom_grant(u.id) end,
    u.email::text,
    -- With who has each when they are gone; without anybody, it goes with them.
    (
      select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'is_passed_on', exists (
        select from team_members o where o.team_id = t.id and o.user_id <> u.id
      )) order by t.name), '[]')
      from team_members m join teams t on t.id = m.team_id
      where m.user_id = u.id and m.role = 'owner'
    ),
    a.sort_value
  from admin_rows('users', search, filter, sort, after_value, after_id, most)
    with ordinality as a (id, sort_value, place)
  join users u on u.id = a.id
  left join profiles p on p.user_id = u.id
  left join user_roles r on r.user_id = u.id
  order by a.place
$$;
grant execute on function admin_users(text, text, text, text, uuid, integer) to daina_app;

-- Returns report cases with the current state of the reported content.
create or replace function admin_report_cases(ids uuid[])
returns table (
  id uuid, kind text, target_id uuid, title text, excerpt text, event jsonb, team jsonb, owner jsonb,
  is_hidden boolean, reports integer, reasons jsonb, status text, reply text, owner_reply text,
  owner_informed_at timestamptz, opened_at timestamptz, last_report_at timestamptz, decided_at timestamptz, decided_by jsonb, updated_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query
    select c.id, c.kind, coalesce(c.team_id, c.post_id, c.event_id, c.profile_id),
      coalesce(p.title, e.title, t.name, m.display_name),
      left(case c.kind when 'post' then p.content when 'team' then t.description when 'event' then e.description
        else m.bio end, 200),
      case when e.id is not null then jsonb_build_object(
        'slug', case when e.event_type = 'public' then e.slug end, 'start_date', e.start_date,
        'time_zone', e.time_zone, 'location', e.location
      ) end,
      case when t.id is not null then jsonb_build_object('name', t.name, 'slug', t.slug) end,
      case when o.id is not null then
        jsonb_build_object('id', o.id, 'display_name', member_name(o.id)) end,
      (case c.kind when 'post' then p.hidden_at when 'team' then t.hidden_at when 'event' then e.hidden_at
        else m.hidden_at end) is not null,
      c.reports,
      (
        select coalesce(jsonb_object_agg(why.reason, why.number), '{}')
        from (
          select r.reason, count(*) as number from reports r where r.case_id = c.id group by r.reason
        ) why
      ),
      c.status, c.reply, c.owner_reply, c.owner_informed_at, c.opened_at, c.last_report_at, c.decided_at,
      case when c.decided_by is not null then
        jsonb_build_object('id', c.decided_by, 'display_name', member_name(c.decided_by)) end,
      c.updated_at
    from report_cases c
    left join team_posts p on p.id = c.post_id
    left join events e on e.id = c.event_id
    left join teams t on t.id = coalesce(c.team_id, p.team_id, e.team_id)
    left join profiles m on m.user_id = c.profile_id
    left join team_members lead on lead.team_id = c.team_id and lead.role = 'owner'
    left join users o on o.id = coalesce(c.profile_id, p.user_id, e.user_id, lead.user_id)
    where c.id = any(ids);
end $$;
grant execute on function admin_report_cases(uuid[]) to daina_app;

-- What members said in a case, the newest first.
create or replace function admin_reports_of_case(report_case uuid)
returns table (reporter jsonb, reason text, details text, created_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query
    select case when r.reporter_id is not null then
        jsonb_build_object('id', r.reporter_id, 'display_name', member_name(r.reporter_id)) end,
      r.reason, r.details, r.created_at
    from reports r where r.case_id = report_case
    order by r.id desc limit 100;
end $$;
grant execute on function admin_reports_of_case(uuid) to daina_app;

-- The queue: what newcomers made and nobody has looked at, teams and published posts in one order. What is
-- hidden is decided on. `sort` is newest or oldest; `filter` is team, post or null.
create or replace function admin_newcomers(
  search text, filter text, sort text, after_value text, after_id uuid, most integer
)
returns table (
  id uuid, kind text, title text, excerpt text, team jsonb, maker jsonb, created_at timestamptz,
  sort_value text
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  words constant text := btrim(coalesce(search, ''));
  order_by constant text := format('created_at %1$s, id %1$s',
    case when sort = 'oldest' then 'asc' else 'desc' end);
  after_row constant text := case when after_value is null then 'true' else
    format('(created_at, id) %s (%L::timestamptz, %L::uuid)',
      case when sort = 'oldest' then '>' else '<' end, after_value, after_id) end;
begin
  perform require_super_admin();
  if filter not in ('team', 'post') then
    raise exception 'there is no filter %', filter using errcode = '22023';
  end if;
  -- As many of each as the page may need, each by its index; the words are those of the lists of teams and
  -- posts, whose indexes serve them.
  return query execute format($query$
    with page as materialized (
      (select id, 'team' as kind, created_at from teams
        where reviewed_at is null and hidden_at is null and %1$s and %2$s and %3$s
        order by %6$s limit $1)
      union all
      (select id, 'post', created_at from team_posts p
        where reviewed_at is null and is_published and %1$s and %4$s and %5$s
          and not exists (select from teams h where h.id = p.team_id and h.hidden_at is not null)
        order by %6$s limit $1)
      order by %6$s limit $1
    )
    select page.id, page.kind, coalesce(p.title, t.name),
      left(case page.kind when 'post' then p.content else t.description end, 300),
      jsonb_build_object('name', t.name, 'slug', t.slug),
      case when u.id is not null then jsonb_build_object(
        'id', u.id, 'display_name', member_name(u.id), 'joined_at', u.created_at,
        'email_confirmed', u.email_verified_at is not null) end,
      page.created_at,
      to_char(page.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from page
    left join team_posts p on page.kind = 'post' and p.id = page.id
    join teams t on t.id = coalesce(p.team_id, page.id)
    left join team_members m on page.kind = 'team' and m.team_id = t.id and m.role = 'owner'
    left join users u on u.id = coalesce(p.user_id, m.user_id)
    order by %7$s
  $query$,
    after_row,
    case when filter = 'post' then 'false' else 'true' end,
    case when words = '' then 'true' else format(
      'plain_text(name || '' '' || slug || '' '' || coalesce(description, '''') || '' ''
        || jsonb_path_query_array(translations, ''$.*.*'')::text) like %L',
      like_pattern(words)) end,
    case when filter = 'team' then 'false' else 'true' end,
    case when words = '' then 'true' else
      format('plain_text(title || '' '' || content) like %L', like_pattern(words)) end,
    order_by,
    format('page.created_at %1$s, page.id %1$s', case when sort = 'oldest' then 'asc' else 'desc' end)
  ) using most;
end $$;
grant execute on function admin_newcomers(text, text, text, text, uuid, integer) to daina_app;

-- What waits for a super admin, for the sidebar and the dashboard.
create or replace function admin_waiting()
returns table (newcomers bigint, reports bigint, suggestions bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query select
    (select count(*) from teams where reviewed_at is null and hidden_at is null) + (
      select count(*) from team_posts p
      where p.reviewed_at is null and p.is_published
        and not exists (select from teams h where h.id = p.team_id and h.hidden_at is not null)
    ),
    (select count(*) from report_cases where status = 'open'),
    (select count(*) from suggestions where read_at is null);
end $$;
grant execute on function admin_waiting() to daina_app;

-- What the dashboard counts.
create or replace function admin_counts()
returns table (users bigint, teams bigint, posts bigint, super_admins bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query select
    (select count(*) from users), (select count(*) from teams), (select count(*) from team_posts),
    (select count(*) from user_roles where role = 'super_admin');
end $$;
grant execute on function admin_counts() to daina_app;
