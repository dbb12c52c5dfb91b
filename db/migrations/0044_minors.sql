-- Whether visitors without an account see the name and the picture of a member under 18. Adults have no use for it.
alter table profiles alter column privacy_settings set default
  '{"show_display_name": true, "show_avatar": true, "show_bio": false, "show_gender": false, "show_date_of_birth": false, "show_events": false, "show_to_everyone": false}';

-- Pages that are built show fewer names now.
update content_state set version = version + 1, changed_at = now();
