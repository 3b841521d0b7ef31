-- Pictures that settings name, as Base64 of a PNG. A name holds the hash of the content, so a row never changes.

create table _touchstone.setting_picture (
    name text primary key,
    png text not null,
    created_at timestamptz not null
);
