-- Pushes wait in the outbox like all other work that follows a commit.
insert into _touchstone.outbox (topic, body, attempts, put_at, due_at)
select 'push',
    jsonb_build_object('push', push,
        'due', to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'task', task, 'isPrepared', is_prepared, 'cursor', "cursor"),
    tries, now(), greatest(due, coalesce(lease, due))
from _touchstone.push_work order by id;
drop table _touchstone.push_work;
create index outbox_push on _touchstone.outbox ((body ->> 'push')) where topic = 'push';
