-- The owner's words to a member whose request to join was declined.
alter table team_join_requests add column reply text check (length(reply) between 1 and 500);

-- decide_join_request() takes the words; db/functions creates the function again.
drop function if exists decide_join_request(uuid, boolean) cascade;
