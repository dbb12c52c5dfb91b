grant select (user_id), insert (user_id, token_hash), update (token_hash, created_at) on calendar_feeds to daina_app;
create policy own_feed on calendar_feeds to daina_app using (user_id = (select current_viewer()));

-- Returns the member whose calendar feed has the secret with this hash. Returns null if there is no such feed, if the
-- member is blocked, or if their account deletion is scheduled.
create or replace function find_calendar_feed_owner(hash bytea) returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select user_id from calendar_feeds where token_hash = hash and not is_blocked_or_leaving(user_id) $$;

grant execute on function find_calendar_feed_owner to daina_auth;
