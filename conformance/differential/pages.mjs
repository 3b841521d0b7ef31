// Which page an answer is: the words of the two servers differ, what they are about must not.

const HEADINGS = {
  'a form for a new password': ['Reset Your Password', 'Set a new password'],
  'a new password is set': ['Success!', 'Your password is changed'],
  'a link for a new password that does not work': [
    'Invalid password reset link!',
    'This link no longer works',
  ],
  'an address is confirmed': ['Email verified!', 'Your address is confirmed'],
  'a link to confirm an address that does not work': [
    'Invalid verification link!',
    'This link does not work',
  ],
  'a link to confirm an address that has ended': ['Expired verification link!', 'This link has expired'],
  'a link was sent': ['Link sent!', 'Look into your mail'],
  'no link was sent': ['Invalid link!', 'No mail was sent'],
};

/** The page as `<page: what it is about>`; anything that is not a page as it is. */
export function pageName(body) {
  if (typeof body !== 'string' || !/^<!doctype html>/i.test(body)) return body;
  const headings = [...body.matchAll(/<h1>([^<]*)<\/h1>/g)].map(([, heading]) => heading);
  const [name] = Object.entries(HEADINGS).find(([, own]) => own.includes(headings.at(-1))) ?? [];
  return name ? `<page: ${name}>` : body;
}
