-- Comments and attachments.

alter table "Comment"
    alter column "issue" set not null, alter column "author" set not null, alter column "body" set not null,
    alter column "internal" set default false, alter column "internal" set not null,
    alter column "kind" set default 'comment', alter column "kind" set not null,
    alter column "heldBack" set default false, alter column "heldBack" set not null,
    add constraint "Comment_kind" check ("kind" in ('comment', 'info_request', 'official')),
    add constraint "Comment_body" check (char_length("body") between 1 and 10000 or ("deletedAt" is not null and "body" = '')),
    add constraint "Comment_official_is_public" check ("kind" = 'comment' or not "internal");
create index "Comment_issue" on "Comment" ("issue", "createdAt", "objectId");
create index "Comment_author" on "Comment" ("author", "createdAt");
create unique index "Comment_official" on "Comment" ("issue") where "kind" = 'official';
create trigger readers before insert or update on "Comment" for each row execute function _touchstone.keep_readers();

create function _touchstone.pass_comment_readers() returns trigger language plpgsql as $$
begin
    update "Attachment" set "_rperm" = "_rperm" where "comment" = new."objectId";
    return null;
end $$;
create trigger readers_pass after update on "Comment" for each row
    when (old."_rperm" is distinct from new."_rperm") execute function _touchstone.pass_comment_readers();
create index "CommentRevision_comment" on "CommentRevision" ("comment", "at");

-- Revisions are append-only, except that a text can be erased.
create function _touchstone.keep_revision() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new."body" = '' and to_jsonb(new) - 'body' - 'updatedAt' = to_jsonb(old) - 'body' - 'updatedAt' then
        return new;
    end if;
    raise exception '% only grows: nothing in it is changed or removed', tg_table_name using errcode = '23514';
end $$;
create trigger only_grows before update or delete on "CommentRevision"
    for each row execute function _touchstone.keep_revision();

alter table "Attachment"
    alter column "owner" set not null, alter column "file" set not null, alter column "name" set not null,
    alter column "mime" set not null, alter column "size" set not null,
    alter column "state" set default 'clean', alter column "state" set not null,
    alter column "staffOnly" set default false, alter column "staffOnly" set not null,
    add constraint "Attachment_state" check ("state" in ('pending', 'clean', 'blocked')),
    add constraint "Attachment_name" check (char_length("name") between 1 and 120),
    add constraint "Attachment_comment_has_an_issue" check ("comment" is null or "issue" is not null);
create unique index "Attachment_file" on "Attachment" ("file");
create index "Attachment_issue" on "Attachment" ("issue") where "issue" is not null;
create index "Attachment_comment" on "Attachment" ("comment") where "comment" is not null;
create index "Attachment_owner" on "Attachment" ("owner", "createdAt");
create index "Attachment_orphans" on "Attachment" ("createdAt") where "issue" is null;
create trigger readers before insert or update on "Attachment" for each row execute function _touchstone.keep_readers();

-- The bytes of an attachment are removed with its row.
create function _touchstone.attachment_bytes_go() returns trigger language plpgsql as $$
begin
    update _touchstone.file set removed_at = now() where name = old."file";
    return null;
end $$;
create trigger bytes_go after delete on "Attachment" for each row execute function _touchstone.attachment_bytes_go();

-- An attachment as returned to clients. The server adds the URL.
create function _touchstone.attachment_shown(a "Attachment") returns jsonb
    language sql stable parallel safe
    return jsonb_build_object('id', a."objectId", 'name', a."name", 'mime', a."mime", 'size', a."size"::bigint,
        'width', a."width"::int, 'height', a."height"::int, 'file', a."file", 'state', a."state");

-- The attachments of an issue or of a comment, in the order in which they were added.
create function _touchstone.attachments_of(issue_id text, comment_id text, me text, is_admin boolean) returns jsonb
    language sql stable parallel safe
    return coalesce((select jsonb_agg(_touchstone.attachment_shown(a) order by a."createdAt", a."objectId") from "Attachment" a
        where a."issue" = issue_id and a."comment" is not distinct from comment_id and _touchstone.may_read(a."_rperm", me, is_admin)), '[]');

-- A comment as returned to a user. A deleted comment has no text.
create function _touchstone.comment_shown(c "Comment", me text, is_admin boolean) returns jsonb
    language sql stable parallel safe
    return jsonb_build_object(
        'id', c."objectId", 'number', (select i."number"::int from "Issue" i where i."objectId" = c."issue"),
        'author', _touchstone.person_of(c."author"), 'body', c."body", 'kind', c."kind", 'internal', c."internal",
        'parent', c."parent", 'createdAt', _touchstone.iso(c."createdAt"), 'editedAt', _touchstone.iso(c."editedAt"),
        'deleted', c."deletedAt" is not null, 'helpful', c."helpfulBy" is not null,
        'attachments', _touchstone.attachments_of(c."issue", c."objectId", me, is_admin),
        'may', jsonb_build_object(
            'edit', c."author" = me and c."deletedAt" is null,
            'delete', (c."author" = me or is_admin) and c."deletedAt" is null,
            'helpful', is_admin and c."deletedAt" is null and not c."internal" and c."author" <> me,
            'pin', is_admin and c."deletedAt" is null and not c."internal"));
