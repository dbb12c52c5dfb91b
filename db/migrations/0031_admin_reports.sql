-- What the admin area's lists know of reports, and of what is hidden.

create index report_cases_by_time on report_cases (last_report_at desc, id desc);
create index report_cases_by_status on report_cases (status, last_report_at desc, id desc);
create index report_cases_by_kind on report_cases (kind, last_report_at desc, id desc);
create index report_cases_by_name on report_cases (plain_text(title), id);
create index report_cases_by_words on report_cases using gin (plain_text(title) gin_trgm_ops)
  with (fastupdate = off);

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
      'plain_text(title || '' '' || description) like %1$L', 'plain_text(title)', 'received_at'),
    ('reports', 'report_cases', 'true', 'plain_text(title) like %1$L', 'plain_text(title)',
      'last_report_at')
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

-- Cases with what they are about, as it is now. For the two functions below.
create function rows_of_cases(ids uuid[])
returns table (
  id uuid, kind text, target_id uuid, title text, excerpt text, team jsonb, owner jsonb,
  is_hidden boolean, reports integer, reasons jsonb, status text, reply text, opened_at timestamptz,
  last_report_at timestamptz, decided_at timestamptz, decided_by jsonb, updated_at timestamptz
)
language sql stable
as $$
  select c.id, c.kind, coalesce(c.team_id, c.post_id, c.profile_id),
    coalesce(p.title, t.name, m.display_name),
    left(case c.kind when 'post' then p.content when 'team' then t.description else m.bio end, 200),
    case when t.id is not null then jsonb_build_object('name', t.name, 'slug', t.slug) end,
    case when o.id is not null then
      jsonb_build_object('id', o.id, 'display_name', member_name(o.id)) end,
    (case c.kind when 'post' then p.hidden_at when 'team' then t.hidden_at else m.hidden_at end)
      is not null,
    c.reports,
    (
      select coalesce(jsonb_object_agg(why.reason, why.number), '{}')
      from (
        select r.reason, count(*) as number from reports r where r.case_id = c.id group by r.reason
      ) why
    ),
    c.status, c.reply, c.opened_at, c.last_report_at, c.decided_at,
    case when c.decided_by is not null then
      jsonb_build_object('id', c.decided_by, 'display_name', member_name(c.decided_by)) end,
    c.updated_at
  from report_cases c
  left join team_posts p on p.id = c.post_id
  left join teams t on t.id = coalesce(c.team_id, p.team_id)
  left join profiles m on m.user_id = c.profile_id
  left join team_members lead on lead.team_id = c.team_id and lead.role = 'owner'
  left join users o on o.id = coalesce(c.profile_id, p.user_id, lead.user_id)
  where c.id = any(ids)
$$;
revoke execute on function rows_of_cases(uuid[]) from public;

create function admin_report_cases(
  search text, filter text, sort text, after_value text, after_id uuid, most integer
)
returns table (
  id uuid, kind text, target_id uuid, title text, excerpt text, team jsonb, owner jsonb,
  is_hidden boolean, reports integer, reasons jsonb, status text, reply text, opened_at timestamptz,
  last_report_at timestamptz, decided_at timestamptz, decided_by jsonb, updated_at timestamptz,
  sort_value text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  with page as materialized (
    select a.id, a.sort_value, a.place
    from admin_rows('reports', search, filter, sort, after_value, after_id, most)
      with ordinality as a (id, sort_value, place)
  )
  select r.*, page.sort_value
  from rows_of_cases(array(select page.id from page)) r join page on page.id = r.id
  order by page.place
$$;
revoke execute on function admin_report_cases(text, text, text, text, uuid, integer) from public;
grant execute on function admin_report_cases(text, text, text, text, uuid, integer) to daina_app;

create function admin_report_case(report_case uuid)
returns table (
  id uuid, kind text, target_id uuid, title text, excerpt text, team jsonb, owner jsonb,
  is_hidden boolean, reports integer, reasons jsonb, status text, reply text, opened_at timestamptz,
  last_report_at timestamptz, decided_at timestamptz, decided_by jsonb, updated_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if not is_super_admin() then
    raise exception 'only super admins may do that' using errcode = '42501';
  end if;
  return query select * from rows_of_cases(array[report_case]);
end $$;
revoke execute on function admin_report_case(uuid) from public;
grant execute on function admin_report_case(uuid) to daina_app;

-- What members said in a case, the newest first.
create function admin_reports_of_case(report_case uuid)
returns table (reporter jsonb, reason text, details text, created_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if not is_super_admin() then
    raise exception 'only super admins may do that' using errcode = '42501';
  end if;
  return query
    select case when r.reporter_id is not null then
        jsonb_build_object('id', r.reporter_id, 'display_name', member_name(r.reporter_id)) end,
      r.reason, r.details, r.created_at
    from reports r where r.case_id = report_case
    order by r.id desc limit 100;
end $$;
revoke execute on function admin_reports_of_case(uuid) from public;
grant execute on function admin_reports_of_case(uuid) to daina_app;
