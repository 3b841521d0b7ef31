// Discord with one channel of a team in it.
import { randomBytes } from 'node:crypto';
import { open } from './discord.mjs';

/** Opens it: `api` is the server's setting, `hook` what an administrator pastes, `posts()` what is in the channel. */
export async function openTeamChannel() {
  const secret = () => randomBytes(24).toString('base64url');
  const discord = await open({ clientId: '900100200300400500', clientSecret: secret(), botToken: secret() });
  return {
    api: discord.url,
    hook: discord.webhookUrl,
    posts: () => discord.heard.filter(({ to }) => !to).map(({ text }) => text),
    stop: discord.stop,
  };
}
