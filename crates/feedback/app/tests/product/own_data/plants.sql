-- A row of one account in every table that names one. WHO is the account, ANOTHER another account,
-- NUM a number of an issue. MARK precedes data that the owner exports, HIDE data that only the
-- programme sees.
set session_replication_role = replica;
update "_User" set "email" = 'MARK-email@example.org', "payoutAddress" = 'MARK-payout', "locale" = 'MARK-locale', "timeZone" = 'MARK-zone',
    "privacy" = '{"is": "MARK-privacy"}', "notifyPrefs" = '{"is": "MARK-prefs"}', "statusReason" = 'MARK-status',
    "_perishable_token" = 'HIDE-perishable', "_email_verify_token" = 'HIDE-verify' where "objectId" = 'WHO';
insert into "_EthAddress" ("objectId", "createdAt", "user", "accountKey") values ('MARK-wallet', now(), 'WHO', 'MARK-wallet');
insert into _touchstone.wallet_funding (address, kind, network, looked_at) values ('MARK-wallet', 'never', 'x', now());
insert into _touchstone.funding_attempt (address, at) values ('MARK-wallet', now());
insert into "_Session" ("objectId", "createdAt", "user", "sessionToken", "createdWith")
    values ('MARK1', now(), 'WHO', 'HIDE-token', '{"action": "MARK-session"}');
insert into "_Join:users:_Role" ("relatedId", "owningId") values ('WHO', 'HIDE-role');
insert into "InvitationUse" ("objectId", "createdAt", "user", "invitation", "usedAt") values ('MARK1', now(), 'WHO', 'MARK-invitation', now());
insert into "SavedView" ("objectId", "createdAt", "owner", "name", "query") values ('MARK1', now(), 'WHO', 'MARK-view', 'is:open');
insert into "Issue" ("objectId", "createdAt", "number", "reporter", "kind", "title", "body", "steps", "environment", "area",
    "status", "visibility", "buildReported", "submittedAt", "lastActivityAt", "heldBack")
    values ('MARK1', now(), NUM, 'WHO', 'bug', 'MARK-title', 'MARK-body', '["MARK-step"]', '{"is": "MARK-env"}', 'ui',
    'confirmed', 'programme', 'b', now(), now(), false);
insert into "IssueEvent" ("objectId", "createdAt", "issue", "seq", "type", "actor", "at", "visibility", "data", "whole") values
    ('MARK1', now(), 'MARK1', 1, 'status', 'WHO', now(), 'all', '{"note": "MARK-note"}', '{"note": "HIDE-whole"}'),
    ('MARK2', now(), 'MARK1', 2, 'edited', 'WHO', now(), 'all', '{}', '{"before": "HIDE-before", "after": "HIDE-after"}'),
    ('MARK3', now(), 'MARK1', 3, 'merged_away', 'ANOTHER', now(), 'all', '{"changes": [{"after": {"closed": {"of": "MARKroot"}}}]}', null),
    ('MARK4', now(), 'MARKroot', 1, 'merged_in', 'ANOTHER', now(), 'all', '{"number": NUM, "title": "HIDE-merged"}', null);
insert into "Comment" ("objectId", "createdAt", "issue", "author", "body", "kind", "internal") values
    ('MARK1', now(), 'MARK1', 'WHO', 'MARK-comment', 'comment', false);
insert into "CommentRevision" ("objectId", "createdAt", "comment", "body", "by", "at") values ('MARK1', now(), 'MARK1', 'MARK-revision', 'WHO', now());
insert into "Vote" ("objectId", "createdAt", "issue", "user", "note", "at") values ('MARK1', now(), 'MARK1', 'WHO', 'MARK-vote', now());
insert into "Watch" ("objectId", "createdAt", "issue", "user", "level") values ('MARK1', now(), 'MARK-watch', 'WHO', 'all');
insert into _touchstone.merged_watch (source, root, watcher, watched_at) values ('HIDE-source', 'x', 'WHO', now());
insert into "DuplicateProposal" ("objectId", "createdAt", "issue", "target", "by", "note", "state")
    values ('MARK1', now(), 'MARK1', 'x', 'WHO', 'MARK-proposal', 'open');
insert into "FixCheck" ("objectId", "createdAt", "issue", "user", "build", "verdict", "note", "at")
    values ('MARK1', now(), 'MARK1', 'WHO', 'b', 'works', 'MARK-check', now());
insert into "Evidence" ("objectId", "createdAt", "owner", "issue", "kind", "state", "from", "rpc", "quote", "shareHash")
    values ('MARK1', now(), 'WHO', 'MARK1', 'rpc_error', 'failed', 'MARK-from', '{"is": "MARK-rpc"}', '{"is": "MARK-quote"}', true);
insert into _touchstone.evidence_refresh (person, at) values ('WHO', now());
insert into "Attachment" ("objectId", "createdAt", "owner", "issue", "file", "name", "mime", "size")
    values ('MARK1', now(), 'WHO', 'MARK1', 'MARK-stored.png', 'MARK-picture', 'image/png', 3);
insert into _touchstone.file (name, owner, size, content_type, created_at) values ('MARK-stored.png', 'WHO', 3, 'MARK-type', now());
insert into "Submission" ("objectId", "createdAt", "mission", "user", "personId", "state", "answers", "attempt", "paid", "startedAt", "reviewer", "reviewWhy")
    values ('MARK1', now(), 'MARKmission', 'WHO', 'WHO', 'approved', '{"is": "MARK-answers"}', 1, 0, now(), 'ANOTHER', 'sampled');
insert into "PointsEntry" ("objectId", "createdAt", "season", "seq", "user", "personId", "amount", "kind", "rule", "ruleSet", "sourceType", "sourceId",
    "idemKey", "provisional", "reason", "explain", "at", "prevHash", "hash", "actor")
    values ('MARK1', now(), 9, NUM, 'WHO', 'WHO', 3, 'adjustment', 'manual', 1, 'manual', 'x', 'MARK-entry', false, 'MARK-reason', '{}', now(), '', '', 'ANOTHER');
insert into "PointsPulse" ("objectId", "createdAt", "user", "season", "seq") values ('MARK1', now(), 'WHO', 9, 1);
insert into "Standing" ("objectId", "createdAt", "season", "personId", "displayUser", "total", "highCount", "lastSeq", "eligible")
    values ('MARK-standing', now(), 9, 'WHO', 'WHO', 3, 0, 1, false);
insert into "RewardLeaf" ("objectId", "createdAt", "export", "index", "personId", "address", "points", "amount", "_rperm")
    values ('MARK1', now(), 'x', NUM, 'WHO', 'MARK-leaf', 3, '5', '{WHO}');
insert into "Notification" ("objectId", "createdAt", "user", "event", "bucket", "groupKey", "issue", "actor", "data") values
    ('MARK1', now(), 'WHO', 'comment', 'news', 'g', 'MARK1', 'ANOTHER', '{"is": "MARK-told", "excerpt": "HIDE-excerpt", "people": ["HIDE-people"]}'),
    ('MARK2', now(), 'ANOTHER', 'comment', 'news', 'MARK1', 'MARK1', 'WHO', '{"excerpt": "HIDE-words", "people": ["NAME"], "comment": "MARK1"}');
insert into _touchstone.delivery (key, channel, receiver, event, kind, bucket, data, state, due_at, created_at) values
    ('MARK1', 'mail', 'WHO', 'x', 'MARK-kind', 'news', '{"is": "HIDE-mail"}', 'sent', now(), now());
insert into _touchstone.account_link ("user", service, external_id, name, chat, state, linked_at)
    values ('WHO', 'discord', 'MARK-external', 'MARK-chat', 'MARK-room', 'linked', now());
insert into _touchstone.account_link_attempt (digest, service, way, "user", session, expires_at, external_id, name)
    values (encode(sha256('MARK'), 'hex'), 'telegram', 'code', 'WHO', 's', now(), 'HIDE-external', 'HIDE-attempt');
insert into _touchstone.account_link_try (service, external_id, at) values ('discord', 'MARK-external', now());
insert into _touchstone.widget_key (id, key, name, origins, created_at, created_by)
    values ('page', 'tsp_' || repeat('a', 32), 'page', '{https://a.example}', now(), 'ANOTHER') on conflict do nothing;
insert into _touchstone.widget_token (id, digest, "user", key, origin, installation, password, created_at, last_used_at, expires_at)
    values ('MARK1', encode(sha256('MARK'), 'hex'), 'WHO', 'page', 'MARK-origin', 'MARK-installation',
        (select md5(u."_hashed_password") from "_User" u where u."objectId" = 'WHO'), now(), now(), now() + interval '1 day');
insert into _touchstone.widget_context (issue, origin, context, created_at)
    values ('MARK1', 'https://a.example', '{"path": "MARK-path"}', now());
insert into _touchstone.policy_acceptance ("user", kind, version, accepted_at) values ('WHO', 'privacy', 1, now());
insert into _touchstone.failure_question
        (id, "user", network, hash, fingerprint, class, sentence, is_swap, failed_at, asked_at)
    values ('questionNUM', 'WHO', 'MARK-network', '0x' || repeat('ab', 32), 'MARK-fingerprint', 'MARK-class', 'MARK-sentence', true, now(), now());
insert into _touchstone.call_failure (network, hash, place, block, at, contract, selector, kind, build, due_at, is_sample)
    values ('failedNUM', '0x' || repeat('cd', 32), 0, 1, now(), 'x', '', 'direct', '', now() + interval '1 day', false);
insert into _touchstone.call_asker (network, hash, place, "user") values ('failedNUM', '0x' || repeat('cd', 32), 0, 'WHO');
insert into _touchstone.failure_look_up ("user", day, count) values ('WHO', 1, 1);
insert into _touchstone.channel_address ("user", channel, state, since) values ('WHO', 'mail', 'MARK-channel', now());
insert into _touchstone.mail_bounce ("user", at, status) values ('WHO', now(), 'MARK-bounce');
insert into _touchstone.mail_suppression ("user", scope, at, via) values ('WHO', 'MARK-scope', now(), 'page');
insert into _touchstone.push_subscription (id, "user", session, endpoint_digest, secret, service, label, vapid_key, created_at)
    values ('MARK1', 'WHO', 's', encode(sha256('MARK'), 'hex'), 'HIDE-endpoint', 'x', 'MARK-browser', 'x', now());
insert into _touchstone.push_removed (endpoint_digest, "user", at) values ('HIDE-removed', 'WHO', now());
insert into _touchstone.push_test ("user", at) values ('WHO', now());
insert into _touchstone.visit ("user", device, network, began, ended)
    select 'WHO', 'MARK-device', 'MARK-network', now() - n * interval '1 hour', now() from generate_series(1, 1205) n;
insert into _touchstone.person_link (id, person, "user", reason, note, by, at) values ('MARK1', 'ANOTHER', 'WHO', 'same_device', 'HIDE-why', 'ANOTHER', now());
insert into _touchstone.person_hold (id, "user", reason, note, by, at) values ('MARK2', 'WHO', 'same_payout', 'HIDE-held', 'ANOTHER', now());
insert into _touchstone.risk_case (state, score, title, facts, opened_at, updated_at, decision)
    values ('decided', 80, 'shared_payout', '{"signals": [{"kind": "shared_payout", "users": ["WHO", "ANOTHER"], "detail": {"address": "HIDE-signal"}}],
        "pairs": [["WHO", "ANOTHER", ["HIDE-pair"]]]}', now(), now(), 'link');
insert into _touchstone.risk_case_member (case_number, "user", score, suggested) select max(number), 'WHO', 80, true from _touchstone.risk_case;
insert into _touchstone.risk_dismissed (a, b, facts, by, at) values ('WHO', '~', '{HIDE-dismissed}', 'ANOTHER', now());
insert into _touchstone.risk_question (id, case_number, "user", asked_at, due, answered_at, body)
    select 'MARK1', max(number), 'WHO', now(), now(), now(), 'MARK-answer' from _touchstone.risk_case;
insert into _touchstone.appeal (id, "user", subject_type, subject_id, body, state, opened_at, due)
    values ('MARK1', 'WHO', 'risk', 'MARK1', 'MARK-appeal is long enough', 'open', now(), now());
insert into _touchstone.pending_adjustment (id, "user", amount, reason, asked_by, asked_at) values ('MARK1', 'WHO', 3, 'HIDE-pending', 'ANOTHER', now());
insert into _touchstone.event (id, at, type, actor, data) values ('evt_' || left(md5('MARK'), 10), now(), 'comment.added', 'WHO', '{"excerpt": "HIDE-event"}');
set session_replication_role = origin;
