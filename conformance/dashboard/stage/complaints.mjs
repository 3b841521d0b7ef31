// What a page must not do while a flow runs: log an error, throw, or get a bad answer from our server.

// The dashboard asks for typefaces on a machine that is not ours; its own fallback is good enough.
const NOT_OURS = [/^https:\/\/fonts\.googleapis\.com\//];

function isOurs(url) {
  return !NOT_OURS.some(pattern => pattern.test(url));
}

/**
 * Listens to a page and returns the list that fills with its complaints. `expected` are patterns of those
 * a flow provokes on purpose.
 */
export function complaintsOf(page, serverURL, expected = []) {
  const complaints = [];
  const complain = text => {
    if (!expected.some(pattern => pattern.test(text))) complaints.push(text);
  };
  page.on('console', message => {
    const { url } = message.location();
    if (message.type() === 'error' && isOurs(url)) complain(`console: ${message.text()} (${url})`);
  });
  page.on('pageerror', error => complain(`thrown: ${error.message}`));
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText;
    // A page that is left behind drops its questions.
    if (isOurs(request.url()) && reason !== 'net::ERR_ABORTED')
      complain(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', response => {
    const url = response.url();
    if (url.startsWith(serverURL) && response.status() >= 400) {
      const { _method: method = response.request().method() } = sentTo(response);
      complain(`answered ${response.status()}: ${method} ${url.slice(serverURL.length)}`);
    }
  });
  return complaints;
}

function sentTo(response) {
  try {
    return response.request().postDataJSON() ?? {};
  } catch {
    return {};
  }
}
