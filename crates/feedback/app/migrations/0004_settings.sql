-- Settings, and their revisions, which are append-only.

create unique index "Setting_key" on "Setting" ("key");
create unique index "SettingRevision_key_version" on "SettingRevision" ("key", "version");
create trigger only_grows before update or delete on "SettingRevision"
    for each row execute function _touchstone.refuse_change();
