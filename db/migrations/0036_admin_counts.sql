-- What the dashboard counts, with what waits for a decision.

create function admin_counts()
returns table (users bigint, teams bigint, posts bigint, super_admins bigint, reports bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if not is_super_admin() then
    raise exception 'only super admins may do that' using errcode = '42501';
  end if;
  return query select
    (select count(*) from users), (select count(*) from teams), (select count(*) from team_posts),
    (select count(*) from user_roles where role = 'super_admin'),
    (select count(*) from report_cases where status = 'open');
end $$;
revoke execute on function admin_counts() from public;
grant execute on function admin_counts() to daina_app;
