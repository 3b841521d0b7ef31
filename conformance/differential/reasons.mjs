// Why we differ: each reason is written once and used by every entry of the list it holds for.

export const FAILS_INSIDE =
  'Parse Server fails inside; the SDK repeats an answer of 500 four times, so what the client got wrong is refused once, with a code.';

export const POSSIBLE =
  'Parse Server fails on PostgreSQL or says that it cannot do this there; PostgreSQL can, and the answer is the one Parse Server gives on MongoDB.';

export const OTHER_TYPE =
  'A value of another type than the field’s equals none of its values and has no order among them, as on MongoDB; Parse Server asks PostgreSQL to compare the two, which fails or converts.';

export const ABSENT_IS_NOT_THERE =
  'An object without the field does not have the value either, as on MongoDB and as `$ne` has it; Parse Server on PostgreSQL drops such objects from negated conditions.';

export const NOTHING_IN_AN_EMPTY_LIST =
  'Nothing is in an empty list; Parse Server on PostgreSQL answers with the objects that lack the field.';

export const NULL_IN_A_LIST =
  '`null` in a list stands for an absent value, as on MongoDB; Parse Server on PostgreSQL overlooks it or fails.';

export const UNKNOWN_FIELD =
  'A field that no object has is absent in each of them; Parse Server on PostgreSQL finds nothing as soon as a column is missing, whatever the condition says of it.';

export const PATHS =
  'A path into an object is compared as the value at its end, whatever the operator; Parse Server on PostgreSQL takes it for a column or for a list.';

export const UNKNOWN_OPERATOR =
  'An unknown operator is refused by its name, also beside known ones; Parse Server overlooks it or blames PostgreSQL.';

export const WRONG_ARGUMENT =
  'An operator with an argument it cannot have is refused; Parse Server overlooks it, blames PostgreSQL, or compares something else.';

export const ARRAY_ORDER =
  'Add and AddUnique append and leave the rest of the array as it is; Parse Server’s SQL functions drop duplicates and put the elements into another order.';

export const DEEP_PATHS =
  'A dotted key changes the value at its end and nothing beside it, at any depth and in arrays; Parse Server on PostgreSQL stops at the second level.';

export const OPERATION_ARGUMENT =
  'An operation with an argument it cannot have is refused, on create and on update alike; Parse Server empties the field, fails, or blames another operation.';

export const UNSET_UNKNOWN =
  'Taking away what is not there changes nothing; Parse Server on PostgreSQL fails because it has no such column.';

export const OBJECT_ID_STAYS =
  'An object keeps its id for good; Parse Server on PostgreSQL changes the primary key to the `objectId` in the body of an update, and every pointer to it dangles.';

export const BODY_IS_AN_OBJECT =
  'A body that is not a JSON object is refused; Parse Server reads an array as an object with the keys 0, 1, ….';

export const NOT_STORABLE =
  'A value that PostgreSQL cannot store unchanged is refused; Parse Server stores another value in its place.';

export const INVALID_VALUE =
  'A value that is none of its type is refused; Parse Server stores it or fails inside.';

export const INVALID_ACL =
  'An ACL that is not an object is refused; Parse Server locks the object for all users but the master key without saying so.';

export const NO_BUILT_IN_PROVIDERS =
  'Only providers that the application brings exist; Parse Server carries adapters of its own that wait for their settings.';

export const TRANSACTION_ERROR =
  'A failed transaction answers with the error of the request that failed; Parse Server hides it behind a 500, which the SDK repeats four times.';

export const CONSTRUCTOR_FIELD =
  'A prohibited keyword is called one; Parse Server takes the first level of the body for a class that has the field already.';

export const SCHEMA_TABLE =
  'The table of schemas is not a class: it is read with `/schemas`.';

export const NO_SUCH_CLASS =
  'A class whose name no class can have holds no such object; Parse Server reports its deletion.';

export const DEFAULT_FOR_NULL =
  'A `null` is an absent value, which a default replaces; Parse Server on PostgreSQL binds one value for two columns and fails.';

export const NUMBER_OF_ROWS =
  'A count is a number; where a caller may see no row Parse Server answers with an empty list in its place.';

export const EXACT_COUNT =
  'A count is exact; Parse Server answers the master key’s count without a condition from the planner’s statistics, which are 0 for a table never analysed.';

export const UPGRADE_WORKS =
  'Upgrading a session works; Parse Server on PostgreSQL fails because it empties a column that its own tables lack.';

export const SEARCH_WORDS =
  'A search term is what a person typed: words, phrases in quotes, and words with a minus in front; Parse Server on PostgreSQL takes it for the syntax of `to_tsquery`.';

export const SCORE_ORDER =
  'Sorting by `$score` needs nothing else, and without a search there is nothing to sort by; Parse Server on PostgreSQL finds nothing unless `$score` is also among the keys.';

export const ORDER_IGNORED =
  'An order by what has no order is ignored, like one by an unknown field; Parse Server on PostgreSQL finds nothing.';

export const POLYGON_ORDER =
  'A polygon is written as latitude and longitude everywhere; inside `$polygon` Parse Server reads it the other way round.';

export const SAME_POLYGON =
  'A polygon that begins at another corner is the same polygon.';

export const EMPTY_CONDITION =
  'An empty condition holds for every object; Parse Server leaves it out of an `$or`.';

export const MEMBERS_COUNTED =
  '`$all` asks whether each value is in the array; Parse Server on PostgreSQL compares how many elements match, so an element that is there twice counts for two.';

export const PERMISSION_COLUMNS =
  'What a client says about the columns of the ACL is overlooked; Parse Server overlooks it for reading and not for writing.';

export const REGULAR_EXPRESSIONS =
  'The options m and s and the escape that the SDK writes for `\\E` have their meaning; Parse Server on PostgreSQL drops them.';

export const PAGING =
  'How many and how many to skip are whole numbers that are not negative; Parse Server hands PostgreSQL what came.';

export const MAINTENANCE_KEY =
  'The SDK sends the maintenance key in the body; Parse Server knows it only as a header and refuses it as a parameter.';

export const INVALID_CLASS_NAME =
  'A class whose name no class can have is refused; Parse Server accepts pointers to it and finds nothing in it.';

export const RELATION_VALUE =
  'A relation written as a value makes the field, as on MongoDB; Parse Server on PostgreSQL fails because a relation has no column.';

export const EMPTY_RELATION_CHANGE =
  'A change of a relation by no objects changes nothing; Parse Server fails because it asks the first of them for its class.';

export const UNKNOWN_OPERATION =
  'An unknown operation is refused with code 108; Parse Server fails inside.';

export const SET_ON_INSERT =
  'SetOnInsert and a batch of no operations are accepted, as on MongoDB; Parse Server on PostgreSQL fails because it cannot tell the type of the field.';

export const EMPTY_CONDITION_NULL =
  'No condition is no condition; Parse Server fails inside on `null`.';

export const STAGES_IN_ORDER =
  'Stages run in the order they are written, each on what the one before left; Parse Server on PostgreSQL makes one SELECT of them all, in which the order is lost and some pairs are no SQL.';

export const KNOWN_STAGES =
  '`$unwind`, `$count`, `$sample` and a `$project` that leaves fields out do what they do on MongoDB, and an unknown stage or accumulator is refused; Parse Server on PostgreSQL overlooks them.';

export const MATCH_LANGUAGE =
  '`$match` takes every condition that `where` takes; Parse Server on PostgreSQL knows comparisons with plain values there and overlooks the others or fails.';

export const DATE_PARTS =
  'Dates of one year are one group of that year; Parse Server on PostgreSQL shows the part and groups by the whole date.';

export const SUM_OF_A_NUMBER =
  '`$sum` of a number adds it for every row; Parse Server on PostgreSQL counts the rows whatever the number.';

export const DISTINCT_PATHS =
  'An object without the path has no value to list; Parse Server on PostgreSQL fails on the first of them.';

export const CONFIG_OPERATIONS =
  'Operations on a parameter change the array that is there, as on MongoDB; Parse Server on PostgreSQL stores the operation itself in its place.';

export const LOG_IN_MEMORY =
  'The last lines of the log are kept in memory and shown whether or not they are also written to files; Parse Server without a log folder fails inside.';

export const NO_PURCHASES =
  'Receipts of the App Store are not checked here: the route belongs to a service of Apple’s that was withdrawn, and to files of a class that does not exist.';

export const FILE_NAME_ENDS =
  'Some systems drop a dot or a blank at the end of a name, and would serve another type than was checked; such a name is refused.';

export const FILES_ARE_KEPT =
  'A file is never overwritten: with `preserveFileName`, a client that knew a name could otherwise replace the file of another user.';

export const RANGES =
  'A part of a file is served as one (206, 416); Parse Server’s file system adapter answers with the whole file, its other adapters with the part.';

export const NO_PATHS =
  'The location of files on the server’s disk is not disclosed.';

export const BADGE =
  'A badge that is not a number and no increment is refused with code 115; Parse Server throws a text, which becomes an answer of 500.';

export const PUSH_TO_NOBODY =
  'A push whose `where` cannot be understood is refused when it is asked for; Parse Server accepts it and lets it fail afterwards.';

export const BYTES_IN_FORMS =
  'A file in a form reaches a function as `Bytes`, which the protocol can spell; Parse Server hands over a buffer of Node, of which JSON makes a list of numbers.';

export const LINK_WORKS_ONCE =
  'A link to confirm an address works once; Parse Server on PostgreSQL, where links have no end, leaves the token in the row and takes it again.';

export const HOOK_IS_CHANGED =
  'A hook that is changed has its new address and stands once; Parse Server on PostgreSQL adds a second row, lists both and shows the old one.';

export const HOOK_IS_GONE =
  'Removing a hook that is not there leaves what was asked for, so it may be asked again; Parse Server reports that it found none.';

export const HOOK_TRIGGER_NAME =
  'An unknown trigger is an invalid declaration, when it is changed as when it is made; Parse Server says that the class does not exist.';

export const HOOK_ADDRESS =
  'An address that must not be called is refused when it is declared, so that a hook cannot reach the network behind the server; Parse Server calls whatever it is given.';

export const HOOK_BESIDE_RUST =
  'A hook cannot take the place of a function that the server was built with; Parse Server replaces its own function, and loses it when the hook is removed.';

export const JOB_PARAMETERS =
  'The status of a job tells its parameters, in the column that Parse Server’s table has for them; Parse Server leaves it empty.';

export const SCHEDULE_ANSWER =
  'A changed schedule is answered as any changed object is; Parse Server wraps the answer into another one.';

export const SCHEDULE_IS_UPDATED =
  'A change of a schedule moves its `updatedAt`, as the answer to the change says; Parse Server answers with a new time and keeps the old one.';

export const SCHEDULED_NAME =
  'A name that is not text is refused for its type; Parse Server looks for such a job and answers with 500, which the SDK repeats four times.';

export const DONE_ONCE =
  'A request that comes again with its id is done once and gets the first answer; Parse Server has this switched off, and switched on refuses the repeat.';
