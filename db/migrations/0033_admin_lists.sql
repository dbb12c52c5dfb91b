-- What the admin area's lists search, sort and filter by, in one function that checks the role: text
-- search is not leakproof, so under a policy its indexes would lie idle.

-- The same words and names stand in admin_rows() below: a test looks that these indexes serve it.
create index teams_by_words on teams
  using gin (plain_text(name || ' ' || slug || ' ' || coalesce(description, '')) gin_trgm_ops)
  with (fastupdate = off);
create index teams_by_name on teams (plain_text(name), id);
create index team_posts_by_words on team_posts
  using gin (plain_text(title || ' ' || content) gin_trgm_ops) with (fastupdate = off);
create index team_posts_by_name on team_posts (plain_text(title), id);
create index team_posts_by_creation on team_posts (created_at desc, id desc);
create index news_by_words on news
  using gin (plain_text(title || ' ' || slug || ' ' || coalesce(excerpt, '')) gin_trgm_ops)
  with (fastupdate = off);
create index news_by_name on news (plain_text(title), id);
create index events_by_words on events
  using gin (
    plain_text(title || ' ' || coalesce(location, '') || ' ' || coalesce(description, '')) gin_trgm_ops
  ) with (fastupdate = off);
create index events_by_name on events (plain_text(title), id);
create index events_by_creation on events (created_at desc, id desc);
create index ideas_by_words on ideas using gin (plain_text(title || ' ' || description) gin_trgm_ops)
  with (fastupdate = off);
create index ideas_by_name on ideas (plain_text(title), id);
create index ideas_by_creation on ideas (created_at desc, id desc);
create index suggestions_by_words on suggestions
  using gin (plain_text(title || ' ' || description) gin_trgm_ops) with (fastupdate = off);
create index suggestions_by_name on suggestions (plain_text(title), id);
create index report_cases_by_time on report_cases (last_report_at desc, id desc);
create index report_cases_by_status on report_cases (status, last_report_at desc, id desc);
create index report_cases_by_kind on report_cases (kind, last_report_at desc, id desc);
create index report_cases_by_name on report_cases (plain_text(title), id);
create index report_cases_by_words on report_cases using gin (plain_text(title) gin_trgm_ops)
  with (fastupdate = off);

-- How a list is searched, sorted and filtered: a row for each list, and one for each filter of it.
-- The conditions are SQL of ours; `%1$L` is the searched words as a pattern.
-- Posts are found by what they say, or by their team's name. The teams come as a list, so that one index
-- can be joined with the other: with `in (select …)` every post would be read.
create function admin_source(source text)
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
      'plain_text(title || '' '' || description) like %1$L', 'plain_text(title)', 'received_at'),
    ('reports', 'report_cases', 'true', 'plain_text(title) like %1$L', 'plain_text(title)',
      'last_report_at')
  ) as s (source, relation, base, words, name_key, time_key)
  where s.source = $1
$$;

create function admin_filter(source text, filter text) returns text
language sql immutable parallel safe
as $$
  select f.condition from (values
    ('users', 'user', 'not exists (select from user_roles r where r.user_id = t.id)'),
    ('users', 'admin', 'id in (select user_id from user_roles where role = ''admin'')'),
    ('users', 'super_admin', 'id in (select user_id from user_roles where role = ''super_admin'')'),
    ('users', 'blocked', 'blocked_at is not null'),
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
    ('events', 'upcoming', 'end_date >= now()'),
    ('events', 'past', 'end_date < now()'),
    ('events', 'featured', 'featured'),
    ('events', 'cancelled', 'is_cancelled'),
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
    ('reports', 'profile', 'kind = ''profile''')
  ) as f (source, filter, condition)
  where f.source = $1 and f.filter = $2
$$;

-- The ids of one page of a list, in its order, with what the next page's cursor holds. `sort` is newest,
-- oldest, name, name_desc, start or start_desc; `filter` a word of admin_filter(), or null.
create function admin_rows(
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
  if not is_super_admin() then
    raise exception 'only super admins may do that' using errcode = '42501';
  end if;
  select * into strict list from admin_source(source);
  if filter is not null and admin_filter(source, filter) is null then
    raise exception 'there is no filter % of %', filter, source using errcode = '22023';
  end if;
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
revoke execute on function admin_rows(text, text, text, text, text, uuid, integer) from public;
grant execute on function admin_rows(text, text, text, text, text, uuid, integer) to daina_app;
