-- The chain of points holds the hashes of what people wrote, not the texts, so that a text can be erased or withheld and every
-- later entry still verifies. A version before this one cannot write points any more: what it seals is of the first format.

-- The bytes of an explanation that are hashed.
create function _touchstone.sealed_explanation(explanation jsonb) returns text
    language sql immutable parallel safe
    return _touchstone.sealed(explanation ->> 'template')
        || _touchstone.sealed_pairs(explanation -> 'numbers') || _touchstone.sealed_pairs(explanation -> 'words');

-- The SHA-256 of a text, as the ledger writes it.
create function _touchstone.text_hash(words text) returns text
    language sql immutable parallel safe
    return encode(sha256(convert_to(words, 'UTF8')), 'hex');

create or replace function _touchstone.ledger_entry(entry "PointsEntry") returns jsonb
    language sql stable
    return jsonb_build_object(
        'season', entry."season"::bigint, 'seq', entry."seq"::bigint, 'user', entry."user", 'personId', entry."personId",
        'amount', entry."amount"::bigint, 'kind', entry."kind", 'rule', entry."rule", 'ruleSet', entry."ruleSet"::bigint,
        'sourceType', entry."sourceType", 'sourceId', entry."sourceId", 'idemKey', entry."idemKey",
        'reversalOf', entry."reversalOf"::bigint, 'provisional', entry."provisional", 'reason', entry."reason",
        'explain', entry."explain", 'actor', entry."actor", 'at', _touchstone.in_millis(entry."at"),
        'reasonHash', entry."reasonHash",
        'explainHash', coalesce(entry."explainHash", _touchstone.text_hash(_touchstone.sealed_explanation(entry."explain"))),
        'prevHash', entry."prevHash", 'hash', entry."hash");

create or replace function _touchstone.ledger_seal(entry "PointsEntry") returns text
    language sql stable
    return _touchstone.text_hash(
        _touchstone.sealed('touchstone-ledger-2')
        || _touchstone.sealed(entry."season"::bigint::text) || _touchstone.sealed(entry."seq"::bigint::text)
        || _touchstone.sealed(entry."user") || _touchstone.sealed(entry."personId")
        || _touchstone.sealed(entry."amount"::bigint::text) || _touchstone.sealed(entry."kind")
        || _touchstone.sealed(entry."rule") || _touchstone.sealed(entry."ruleSet"::bigint::text)
        || _touchstone.sealed(entry."sourceType") || _touchstone.sealed(entry."sourceId")
        || _touchstone.sealed(entry."idemKey") || _touchstone.sealed(entry."reversalOf"::bigint::text)
        || _touchstone.sealed(entry."provisional"::text) || _touchstone.sealed(entry."reasonHash")
        || _touchstone.sealed(entry."explainHash")
        || _touchstone.sealed(entry."actor") || _touchstone.sealed(_touchstone.in_millis(entry."at")::text)
        || _touchstone.sealed(entry."prevHash"));

-- The hashes of texts are the database's own doing, before it looks at the seal. Triggers of one event fire by their names.
create function _touchstone.hash_texts() returns trigger language plpgsql as $$
begin
    new."reasonHash" := _touchstone.text_hash(new."reason");
    new."explainHash" := _touchstone.text_hash(_touchstone.sealed_explanation(new."explain"));
    return new;
end
$$;
create trigger a_texts before insert on "PointsEntry" for each row execute function _touchstone.hash_texts();

-- Nothing of an entry is ever changed but that its texts are erased: an empty reason, an explanation without its words.
create function _touchstone.refuse_but_erasing() returns trigger language plpgsql as $$
declare
    erased "PointsEntry" := old;
begin
    if tg_op = 'UPDATE' then
        erased."updatedAt" := new."updatedAt";
        if new."reason" = '' and old."reason" is not null then
            erased."reason" := '';
        end if;
        if new."explain" -> 'erased' = 'true' then
            erased."explain" := old."explain" || '{"words": {}, "erased": true}';
        end if;
        if new is not distinct from erased and old."explainHash" is not null then
            return new;
        end if;
    end if;
    raise exception '% only grows: nothing in it is changed or removed', tg_table_name using errcode = '23514';
end
$$;
create or replace trigger only_grows before update or delete on "PointsEntry"
    for each row execute function _touchstone.refuse_but_erasing();
