-- The events of an issue, for taking back what was told of a decision. Looked up while everybody else who is to be told waits.
create index event_issue on _touchstone.event (issue, position) where issue is not null;
