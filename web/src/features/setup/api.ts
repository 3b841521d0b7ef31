import { client } from '#/backend/client'
import type { Draft } from '#/features/setup/draft'

/** Rejects with 119 when the token is not the one the server has printed. */
export async function checkToken(token: string): Promise<void> {
  await (await client()).run('setupCheckToken', { token: token.trim() })
}

/** Makes the first administrator and names the product, in one step: either all of it happens or nothing. */
export async function completeSetup(draft: Draft): Promise<void> {
  const email = draft.email.trim()
  await (await client()).run('setupComplete', {
    token: draft.token.trim(),
    administrator: {
      username: draft.username.trim(),
      password: draft.password,
      ...(email ? { email } : {}),
    },
    product: { name: draft.product.trim(), shortName: draft.shortName.trim() },
  })
}
