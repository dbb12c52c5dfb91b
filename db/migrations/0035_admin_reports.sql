-- The admin area's queue of reports.

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
