-- The chain of points is made of what everybody may read: persons, sources and keys are salted ids, everything else that could
-- name somebody is one hash. So a season can be published and verified without naming anybody. A version before this one cannot
-- write points any more: what it seals is of the second format.

-- The salt of a season, which is told to nobody: ids are few, and with the salt each could be looked up.
alter table _touchstone.ledger_head add column salt text not null
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (salt ~ '^[0-9a-f]{64}$');

create function _touchstone.salted(salt text, word text, id text) returns text
    language sql immutable parallel safe
    return left(_touchstone.text_hash(_touchstone.sealed(salt) || _touchstone.sealed(word) || _touchstone.sealed(id)), 32);

create or replace function _touchstone.ledger_seal(entry "PointsEntry") returns text
    language sql stable
    return (select _touchstone.text_hash(
        _touchstone.sealed('touchstone-ledger-3')
        || _touchstone.sealed(entry."season"::bigint::text) || _touchstone.sealed(entry."seq"::bigint::text)
        || _touchstone.sealed(_touchstone.salted(head.salt, 'person', entry."personId"))
        || _touchstone.sealed(entry."amount"::bigint::text) || _touchstone.sealed(entry."kind")
        || _touchstone.sealed(entry."rule") || _touchstone.sealed(entry."ruleSet"::bigint::text)
        || _touchstone.sealed(_touchstone.salted(head.salt, 'source', entry."sourceType" || ':' || entry."sourceId"))
        || _touchstone.sealed(_touchstone.salted(head.salt, 'key', entry."idemKey"))
        || _touchstone.sealed(_touchstone.entry_place(entry."idemKey", entry."seq")::bigint::text)
        || _touchstone.sealed(entry."reversalOf"::bigint::text)
        || _touchstone.sealed(_touchstone.text_hash(
            _touchstone.sealed(head.salt) || _touchstone.sealed('detail')
            || _touchstone.sealed(entry."user") || _touchstone.sealed(entry."personId")
            || _touchstone.sealed(entry."sourceType") || _touchstone.sealed(entry."sourceId") || _touchstone.sealed(entry."idemKey")
            || _touchstone.sealed(entry."provisional"::text)
            || _touchstone.sealed(entry."reasonHash") || _touchstone.sealed(entry."explainHash")
            || _touchstone.sealed(entry."actor") || _touchstone.sealed(_touchstone.in_millis(entry."at")::text)))
        || _touchstone.sealed(entry."prevHash"))
    from _touchstone.ledger_head head where head.season = entry."season");
