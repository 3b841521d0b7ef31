import { client } from '#/backend/client'

/** Rejects with 119 when the token is not the one the server has printed. */
export async function checkToken(token: string): Promise<void> {
  await (await client()).run('setupCheckToken', { token: token.trim() })
}

export interface FirstSetup {
  token: string
  username: string
  email: string
  password: string
  /** The names as they are: they are changed in the next step. */
  product: string
  shortName: string
}

/** Makes the first administrator. */
export async function completeSetup(setup: FirstSetup): Promise<void> {
  const email = setup.email.trim()
  await (await client()).run('setupComplete', {
    token: setup.token.trim(),
    administrator: {
      username: setup.username.trim(),
      password: setup.password,
      ...(email ? { email } : {}),
    },
    product: { name: setup.product, shortName: setup.shortName },
  })
}
