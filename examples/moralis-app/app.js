// An app as it was written for Moralis v1: sign in with a wallet, save objects, list them.
/* global Moralis */
const at = id => document.getElementById(id);
const show = error => (at('problem').textContent = error?.message ?? '');

async function list() {
  const bids = await new Moralis.Query('Bid').descending('amount').limit(10).find();
  at('bids').replaceChildren(
    ...bids.map(bid => Object.assign(document.createElement('li'), { textContent: `${bid.get('amount')} by ${bid.get('bidder')}` }))
  );
}

function enter(user) {
  at('who').textContent = user ? `Signed in as ${user.get('ethAddress')}` : '';
  at('bid').hidden = !user;
  at('connect').textContent = user ? 'Sign out' : 'Connect wallet';
}

at('connect').addEventListener('click', async () => {
  try {
    show();
    if (Moralis.User.current()) {
      await Moralis.User.logOut();
      return enter(null);
    }
    enter(await Moralis.authenticate({ signingMessage: 'Sign in to Bids' }));
  } catch (error) {
    show(error);
  }
});

at('bid').addEventListener('submit', async event => {
  event.preventDefault();
  try {
    const Bid = Moralis.Object.extend('Bid');
    const amount = Number(new FormData(event.target).get('amount'));
    await new Bid().save({ amount, bidder: Moralis.User.current().get('ethAddress') });
    await list();
  } catch (error) {
    show(error);
  }
});

Moralis.start(window.APP)
  .then(() => enter(Moralis.User.current()))
  .then(list)
  .catch(show);
