-- The bytes of an attachment go with its row, however that is deleted.
create function _touchstone.attachment_bytes_go() returns trigger language plpgsql as $$
begin
    update _touchstone.file set removed_at = now() where name = old."file";
    return null;
end $$;
create trigger bytes_go after delete on "Attachment" for each row execute function _touchstone.attachment_bytes_go();
