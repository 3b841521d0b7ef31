-- Shapes of what people say to each other, and of what is checked.

-- The files of an issue or of a comment, in the order in which they were added.
create function _touchstone.attachments_of(issue_id text, comment_id text, me text, is_admin boolean) returns jsonb
    language sql stable parallel safe
    return coalesce((select jsonb_agg(_touchstone.attachment_shown(a) order by a."createdAt", a."objectId") from "Attachment" a
        where a."issue" = issue_id and a."comment" is not distinct from comment_id and _touchstone.may_read(a."_rperm", me, is_admin)), '[]');

-- A comment as it is shown to somebody. Of a deleted one only that it was there.
create function _touchstone.comment_shown(c "Comment", me text, is_admin boolean) returns jsonb
    language sql stable parallel safe
    return jsonb_build_object(
        'id', c."objectId", 'number', (select i."number"::int from "Issue" i where i."objectId" = c."issue"),
        'author', _touchstone.person_of(c."author"), 'body', c."body", 'kind', c."kind", 'internal', c."internal",
        'parent', c."parent", 'createdAt', _touchstone.iso(c."createdAt"), 'editedAt', _touchstone.iso(c."editedAt"),
        'deleted', c."deletedAt" is not null, 'helpful', c."helpfulBy" is not null,
        'reactions', '{"agree": 0, "thanks": 0, "confused": 0}'::jsonb || coalesce(c."reactions", '{}'),
        'mine', coalesce((select jsonb_agg(r.kind order by r.kind) from _touchstone.reaction r
            where r.comment = c."objectId" and r.person = me), '[]'),
        'attachments', _touchstone.attachments_of(c."issue", c."objectId", me, is_admin),
        'may', jsonb_build_object(
            'edit', c."author" = me and c."deletedAt" is null,
            'delete', (c."author" = me or is_admin) and c."deletedAt" is null,
            'helpful', is_admin and c."deletedAt" is null and not c."internal" and c."author" <> me,
            'pin', is_admin and c."deletedAt" is null and not c."internal"));

-- A check of a fix as it is shown.
create function _touchstone.check_shown(f "FixCheck") returns jsonb
    language sql stable parallel safe
    return jsonb_build_object('id', f."objectId", 'user', _touchstone.person_of(f."user"), 'build', _touchstone.build_shown(f."build"),
        'verdict', f."verdict", 'note', f."note", 'at', _touchstone.iso(f."at"), 'counted', f."counted");

create index "IssueReach_person" on "IssueReach" ("personId");
