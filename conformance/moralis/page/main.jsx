// An app as it was written for the old packages.
import React from 'react';
import ReactDOM from 'react-dom';
import { MoralisProvider, useMoralis } from 'react-moralis';

const { appId, serverUrl } = window.APP;

function App() {
  const { authenticate, isAuthenticated, logout, user, authError, isInitialized } = useMoralis();
  if (!isInitialized) return <p>Starting…</p>;
  return (
    <main>
      <h1>An old app</h1>
      {authError && <p role="alert">{authError.message}</p>}
      {isAuthenticated ? (
        <>
          <p>Signed in as {user.get('ethAddress') ?? user.get('solAddress') ?? user.get('dotAddress')}</p>
          <button onClick={() => logout()}>Log out</button>
        </>
      ) : (
        <>
          <button onClick={() => authenticate()}>Ethereum</button>
          <button onClick={() => authenticate({ type: 'sol' })}>Solana</button>
          <button onClick={() => authenticate({ type: 'dot' })}>Polkadot</button>
        </>
      )}
    </main>
  );
}

ReactDOM.render(
  <MoralisProvider appId={appId} serverUrl={serverUrl}>
    <App />
  </MoralisProvider>,
  document.getElementById('root')
);
