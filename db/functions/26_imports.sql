-- Only whoever writes a team's events sees which of them were imported.
grant select, insert (team_id, uid, event_id), update (event_id) on event_imports to daina_app;
create policy editors on event_imports to daina_app
  using (team_id in (select event_team_ids()) or (select is_super_admin()))
  with check (team_id in (select event_team_ids()) or (select is_super_admin()));
