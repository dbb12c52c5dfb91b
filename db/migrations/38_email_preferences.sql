-- Moves the optional emails that members turned off from columns of `users` to notification_preferences.
insert into notification_preferences (user_id, topic, email)
select u.id, choice.topic, false
from users u, lateral (
  values
    ('join_request', u.mail_join_requests),
    ('join_answer', u.mail_join_answers),
    ('team_role', u.mail_team_roles),
    ('event_place', u.mail_event_places),
    ('event_change', u.mail_event_changes),
    ('event_reminder', u.mail_event_reminders),
    ('event_message', u.mail_event_messages)
) as choice (topic, is_wanted)
where not choice.is_wanted
on conflict (user_id, topic) do update set email = false;

alter table users
  drop column mail_join_requests, drop column mail_join_answers, drop column mail_team_roles,
  drop column mail_event_places, drop column mail_event_changes, drop column mail_event_reminders,
  drop column mail_event_messages;

drop function if exists turn_event_emails_off(bytea) cascade;
drop function if exists issue_event_emails_link(uuid, bytea) cascade;

-- A link with the purpose 'topic_emails' turns off the emails of one topic. Older emails contain links with the purpose
-- 'event_emails'. set_emails_by_link() turns off all emails about events for them.
alter table mail_links
  add column topic text check (topic ~ '^[a-z_]{1,40}$'),
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in (
    'verify_email', 'reset_password', 'confirm_newsletter', 'confirm_shop', 'change_email', 'event_emails',
    'topic_emails'
  )),
  add constraint mail_links_topic check ((purpose = 'topic_emails') = (topic is not null));
