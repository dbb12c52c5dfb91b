-- Whoever may write news from now on is told.
alter table mails drop constraint mails_kind_check, add constraint mails_kind_check check (kind in (
  'verify_email', 'reset_password', 'password_changed', 'join_request', 'join_requests',
  'join_approved', 'join_declined', 'join_answers', 'confirm_newsletter', 'confirm_shop',
  'report_hidden', 'report_dismissed', 'content_hidden', 'content_dismissed', 'newsroom_access'
));
