-- Posts on Telegram move into the table of the posts on Discord.
alter table discord_posts rename to channel_posts;
insert into channel_posts (chat, event_id, posted_state)
select c.chat, a.event_id, 'posted' from announcements a, channels c
where a.taken_at is not null and c.chat not like 'discord %';
drop table announcements cascade;
drop function if exists lease_announcement(text), record_announcement_sent(uuid),
  record_announcement_failure(uuid, text, boolean, text, interval), find_due_discord_event(channels, text),
  find_due_discord_article(channels, text, text), lease_discord_post(text, text, text),
  record_discord_sent(text, uuid), record_discord_failure(text, uuid, text, boolean, interval);
