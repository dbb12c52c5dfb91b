-- What super admins change of what others made.

create policy super_admins_edit on teams for update to daina_app
  using ((select is_super_admin())) with check ((select is_super_admin()));
create policy super_admins_delete on teams for delete to daina_app using ((select is_super_admin()));
grant update (is_verified), delete on teams to daina_app;

create function guard_verified() returns trigger
language plpgsql
as $$
begin
  if new.is_verified is distinct from old.is_verified and current_viewer() is not null
    and not is_super_admin()
  then
    raise exception 'only super admins verify teams' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_verified before update of is_verified on teams
  for each row execute function guard_verified();

-- What a super admin does to these is an administrative act, also where it is a team of their own; what
-- other members do is not. Long texts stay in their rows.
create trigger audit after insert or update or delete on teams
  for each row when (is_super_admin()) execute function write_audit_row('description', 'search_text');
create trigger audit after insert or update or delete on team_posts
  for each row when (is_super_admin()) execute function write_audit_row('content', 'content_html');
create trigger audit after insert or update or delete on events
  for each row when (is_super_admin()) execute function write_audit_row('description');

-- Ideas, and what people suggest.
create policy super_admins_write on ideas to daina_app
  using ((select is_super_admin())) with check ((select is_super_admin()));
grant insert (id, title, description, category, is_featured, is_popular, status, reply, author_id),
  update (title, description, category, is_featured, is_popular, status, reply), delete
  on ideas to daina_app;

create policy super_admins_mark on suggestions for update to daina_app
  using ((select is_super_admin())) with check ((select is_super_admin()));
create policy super_admins_delete on suggestions for delete to daina_app
  using ((select is_super_admin()));
grant update (read_at, idea_id), delete on suggestions to daina_app;
-- Not who sent it, nor what it says.
create trigger audit after update or delete on suggestions
  for each row when (is_super_admin())
  execute function write_audit_row('user_id', 'name', 'email', 'title', 'description');
