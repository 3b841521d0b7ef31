// A push adapter for Parse Server that writes down what it is given to send. The provider in
// `crates/touchstone/examples/cloud.rs` does the same: tokens say by their first letters what becomes of
// them.

const sent = (globalThis.sentPushes = []);

function outcome({ deviceToken, deviceType }) {
  const device = { deviceToken, deviceType };
  if (deviceToken.startsWith('dead')) {
    return { device, transmitted: false, response: { error: 'NotRegistered' } };
  }
  if (deviceToken.startsWith('lost')) {
    return { device, transmitted: false, response: { error: 'Unavailable' } };
  }
  return { device, transmitted: true };
}

const adapter = {
  getValidPushTypes: () => ['ios', 'android', 'web'],
  async send(body, installations) {
    const tokens = installations.map(({ deviceToken }) => deviceToken);
    if (tokens.length) {
      sent.push({ data: structuredClone(body.data), tokens, expiry: body.expiration_time ?? null });
    }
    return installations.map(outcome);
  },
};

export const push = { adapter };
