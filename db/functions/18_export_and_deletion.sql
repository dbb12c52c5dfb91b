-- Returns all stored data about the viewer, without secrets such as hashes. tests/functions/accounts/export.test.ts
-- checks that no column is missing.
create or replace function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'exported_at', now(),
    'account', to_jsonb(u) - '{password_hash,listed_text}'::text[],
    'role', (select to_jsonb(r) - 'user_id' from user_roles r where r.user_id = u.id),
    'profile', (select to_jsonb(p) from profiles p where p.user_id = u.id),
    'sessions', array(
      select to_jsonb(s) - 'token_hash' from sessions s where s.user_id = u.id order by s.created_at
    ),
    'known_devices', array(
      select to_jsonb(d) - 'token_hash'
      from known_devices d where d.user_id = u.id order by d.created_at
    ),
    'second_factor', (
      select to_jsonb(f) - 'secret' from second_factors f where f.user_id = u.id
    ),
    'recovery_codes', array(
      select to_jsonb(c) - 'code_hash' from recovery_codes c where c.user_id = u.id order by c.created_at
    ),
    'passkeys', array(
      select to_jsonb(p) - 'credential_id' - 'public_key'
      from passkeys p where p.user_id = u.id order by p.created_at
    ),
    'sign_in_steps', array(
      select to_jsonb(s) - 'token_hash' from sign_in_steps s where s.user_id = u.id order by s.created_at
    ),
    'mails', array(
      select to_jsonb(m) - '{last_error,tries,next_try_at,leased_until}'::text[]
      from mails m where m.user_id = u.id order by m.created_at
    ),
    'mail_links', array(
      select to_jsonb(l) - 'token_hash' from mail_links l where l.user_id = u.id order by l.created_at
    ),
    'music_likes', array(
      select to_jsonb(l) from music_likes l where l.user_id = u.id order by l.created_at
    ),
    'team_memberships', array(
      select to_jsonb(m) || jsonb_build_object('team_name', t.name, 'team_slug', t.slug)
      from team_members m join teams t on t.id = m.team_id where m.user_id = u.id order by m.created_at
    ),
    'team_join_requests', array(
      select to_jsonb(r) || jsonb_build_object('team_name', t.name, 'team_slug', t.slug)
      from team_join_requests r join teams t on t.id = r.team_id
      where r.user_id = u.id order by r.created_at
    ),
    'follows', array(
      select to_jsonb(f) || jsonb_build_object(
        'team_name', t.name, 'team_slug', t.slug, 'artist_name', a.name, 'artist_slug', a.slug
      )
      from follows f left join teams t on t.id = f.team_id left join artists a on a.id = f.artist_id
      where f.user_id = u.id order by f.created_at
    ),
    'notifications', array(
      select to_jsonb(n) from notifications n where n.user_id = u.id order by n.happened_at
    ),
    'push_subscriptions', array(
      select to_jsonb(p) - '{endpoint,p256dh,auth}'::text[] from push_subscriptions p
      where p.user_id = u.id order by p.created_at
    ),
    'push_quiet_hours', (select to_jsonb(q) from push_quiet_hours q where q.user_id = u.id),
    'notification_preferences', array(
      select to_jsonb(p) from notification_preferences p where p.user_id = u.id order by p.topic
    ),
    'weekly_digests', array(
      select to_jsonb(w) from weekly_digests w where w.user_id = u.id order by w.week
    ),
    'team_posts', array(
      select to_jsonb(p) from team_posts p where p.user_id = u.id order by p.created_at
    ),
    'cheers', array(
      select to_jsonb(c) || jsonb_build_object('title', coalesce(p.title, n.title, e.title))
      from cheers c left join team_posts p on p.id = c.post_id
      left join news n on n.id = c.news_id left join events e on e.id = c.event_id
      where c.user_id = u.id order by c.created_at
    ),
    'comments', array(
      select to_jsonb(c) from comments c where c.user_id = u.id order by c.created_at
    ),
    'events', array(select to_jsonb(e) from events e where e.user_id = u.id order by e.created_at),
    'event_signups', array(
      select to_jsonb(s) || jsonb_build_object('event_title', e.title, 'event_slug', e.slug)
      from event_signups s join events e on e.id = s.event_id
      where s.user_id = u.id order by s.created_at
    ),
    'event_helpers', array(
      select to_jsonb(h) || jsonb_build_object('event_title', e.title)
      from event_helpers h join events e on e.id = h.event_id where h.user_id = u.id order by h.created_at
    ),
    'calendar_feeds', array(
      select to_jsonb(f) - 'token_hash' from calendar_feeds f where f.user_id = u.id
    ),
    'news', array(
      select to_jsonb(n) - 'content_html' from news n where n.author_id = u.id order by n.created_at
    ),
    'news_revisions', array(
      select to_jsonb(r) from news_revisions r where r.editor_id = u.id order by r.id
    ),
    'news_grants', array(select to_jsonb(g) from news_grants g where g.user_id = u.id),
    'news_drafts', array(
      select to_jsonb(d) from news_drafts d where d.editor_id = u.id order by d.saved_at
    ),
    'idea_votes', array(
      select to_jsonb(v) || jsonb_build_object('idea_title', i.title)
      from idea_votes v join ideas i on i.id = v.idea_id where v.user_id = u.id order by v.created_at
    ),
    'ideas', array(
      select to_jsonb(i) - 'search_text' from ideas i where i.author_id = u.id order by i.created_at
    ),
    'suggestions', array(
      select to_jsonb(s) - '{last_error,tries,next_try_at,leased_until}'::text[]
      from suggestions s where s.user_id = u.id order by s.received_at
    ),
    -- Subscriptions are found by email address, so only a member with a confirmed address gets them.
    'subscriptions', array(
      select to_jsonb(s) - 'address_hash'
      from subscriptions s
      where s.address_hash = hash_address(u.email) and u.email_verified_at is not null
      order by s.consented_at
    ),
    'newsletter_emails', array(
      select jsonb_build_object(
        'list', i.list, 'issue', i.name, 'language', l.language, 'sent_at', l.sent_at
      )
      from newsletter_emails l join newsletter_issues i on i.id = l.issue_id
      where l.address_hash = hash_address(u.email) and u.email_verified_at is not null
      order by l.handed_over_at
    ),
    'reports', array(
      select to_jsonb(r) || jsonb_build_object(
        'kind', c.kind, 'reported_id', coalesce(c.team_id, c.post_id, c.event_id, c.profile_id, c.comment_id),
        'status', c.status, 'reply', c.reply, 'decided_at', c.decided_at
      )
      from reports r join report_cases c on c.id = r.case_id where r.reporter_id = u.id order by r.id
    ),
    -- Reports about the member's content. Leaves out open cases, and cases of hidden content or of a child in danger
    -- until the member has been informed.
    'reported', array(
      select jsonb_build_object(
        'kind', c.kind, 'reported_id', coalesce(c.team_id, c.post_id, c.event_id, c.profile_id, c.comment_id),
        'title', c.title, 'status', c.status, 'reply', c.owner_reply, 'decided_at', c.decided_at,
        'reasons', case when not c.child_danger then (
          select jsonb_agg(distinct r.reason) from reports r where r.case_id = c.id
        ) end
      )
      from report_cases c
      left join team_posts p on p.id = c.post_id
      left join events e on e.id = c.event_id
      left join comments comment on comment.id = c.comment_id
      where (c.owner_informed_at is not null or (c.status = 'dismissed' and not c.child_danger)) and (
        c.profile_id = u.id or p.user_id = u.id or e.user_id = u.id or comment.user_id = u.id
          or c.team_id in (select list_own_team_ids('owner'))
      ) order by c.decided_at, c.id
    ),
    'security_events', array(
      select to_jsonb(e) - 'logged' - 'five_minutes' from security_events e where e.user_id = u.id
      order by e.id
    ),
    'actions_as_administrator', array(
      select to_jsonb(a) - 'before' - 'after' from audit_log a where a.actor_id = u.id order by a.id
    ),
    'actions_of_administrators', array(
      select to_jsonb(a) - 'actor_id' from audit_log a where a.target_id = u.id order by a.id
    )
  )
  from users u where u.id = current_viewer()
$$;

-- Returns the members who could become the owner of a team. The longest-serving admin is first, and other members
-- follow after all admins.
create or replace function list_owner_candidates(team uuid) returns table (user_id uuid, list_position bigint)
language sql stable
as $$
  select m.user_id, row_number() over (order by m.role = 'admin' desc, m.created_at, m.id)
  from team_members m
  where m.team_id = team and m.role <> 'owner' and not is_blocked_or_leaving(m.user_id)
$$;

create or replace function list_own_teams_with_candidates() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'candidates', (
    select coalesce(jsonb_agg(
      jsonb_build_object('user_id', c.user_id, 'display_name', get_name_for_viewer(c.user_id))
      order by c.list_position
    ), '[]')
    from list_owner_candidates(t.id) c
  )) order by t.name, t.id), '[]')
  from teams t where t.id in (select list_own_team_ids('owner'))
$$;

-- Schedules the deletion of the viewer's account in seven days. `new_owners` maps ids of the viewer's teams to the ids
-- of their new owners; a team without an entry goes to the first candidate. Returns 'leaving', or a refusal such as
-- 'last_super_admin'. Raises DA409 if a chosen member is no longer a candidate.
create or replace function schedule_own_deletion(new_owners jsonb) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer uuid := current_viewer();
  team uuid;
  new_owner uuid;
begin
  if viewer is null then return 'no_viewer'; end if;
  if is_last_super_admin(viewer) then return 'last_super_admin'; end if;
  for team in select m.team_id from team_members m where m.user_id = viewer and m.role = 'owner' order by 1
  loop
    select c.user_id into new_owner from list_owner_candidates(team) c
    where new_owners ->> team::text is null or c.user_id = (new_owners ->> team::text)::uuid
    order by c.list_position limit 1;
    if (new_owner is null and new_owners ->> team::text is not null)
      or (new_owner is not null and hand_over_team(team, new_owner) <> 'done')
    then
      raise exception 'the chosen new owner is no longer a member of the team' using errcode = 'DA409';
    end if;
  end loop;
  delete from sessions where user_id = viewer;
  delete from sign_in_steps where user_id = viewer;
  delete from mail_links where user_id = viewer;
  insert into mails (user_id, kind, language)
  select id, 'deletion_scheduled', language from users where id = viewer;
  update users set deletion_due_at = now() + interval '7 days' where id = viewer;
  return 'leaving';
end $$;

-- Deletes up to 20 accounts whose deletion is due. Returns their ids.
create or replace function delete_due_accounts() returns setof uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare member uuid;
begin
  for member in
    select id from users where deletion_due_at <= now() order by deletion_due_at, id limit 20
    for update skip locked
  loop
    continue when is_last_super_admin(member);
    delete from users where id = member;
    update audit_log set before = null, after = null, reason = null where target_id = member;
    insert into audit_log (actor_id, action, target_id) values (member, 'account.delete', member);
    return next member;
  end loop;
end $$;

grant execute on function export_account, list_own_teams_with_candidates, schedule_own_deletion to daina_app;
grant execute on function delete_due_accounts to daina_auth;
