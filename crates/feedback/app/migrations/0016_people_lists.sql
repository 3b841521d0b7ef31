-- The list of people in each of its orders, so that a page is read and nothing is sorted.
create index "_User_in_order_of_joining" on "_User" ((_touchstone.iso("createdAt") collate "C"), "objectId");
create index "_User_in_order_of_activity" on "_User" ((coalesce(_touchstone.iso("lastActiveOn"), '') collate "C"), "objectId");
create index "_User_in_order_of_names" on "_User" ((coalesce(lower("username"), '') collate "C"), "objectId");
