// A user, an object that only that user may read, a query, and a live query, with the unmodified SDK.
import Parse from 'parse/node';

const { SERVER_URL = 'http://127.0.0.1:1337/parse', APPLICATION_ID = 'touchstone-dev' } = process.env;
Parse.initialize(APPLICATION_ID);
Parse.serverURL = SERVER_URL;

const username = `ada-${Date.now().toString(36)}`;
const ada = await Parse.User.signUp(username, 'a long phrase to sign in with');
const sessionToken = ada.getSessionToken();
console.log(`signed up ${username}`);

const diary = new Parse.Object('Diary');
diary.setACL(new Parse.ACL(ada));
await diary.save({ text: 'private', page: 1 }, { sessionToken });
diary.increment('page', 2);
await diary.save(null, { sessionToken });
console.log(`page ${diary.get('page')}`);

const found = async options => (await new Parse.Query('Diary').equalTo('text', 'private').find(options)).length;
console.log(`seen by ada: ${await found({ sessionToken })}, by a stranger: ${await found({})}`);

const subscription = await new Parse.Query('Note').equalTo('room', username).subscribe();
const told = new Promise(resolve => subscription.on('create', resolve));
await new Parse.Object('Note').save({ room: username, text: 'hello' });
const note = await told;
console.log(`told live: ${note.get('text')}`);

await subscription.unsubscribe();
(await Parse.CoreManager.getLiveQueryController().getDefaultLiveQueryClient()).close();
