// The one line that moving over changes: it named a server of Moralis.
window.APP = { serverUrl: 'http://127.0.0.1:1337/parse', appId: 'touchstone-dev' };
