import { expect, test } from 'vitest'
import { nameRefusals } from '#/backend/request-names'

const answering = (status: number, body: object) => async () =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Request-Id': 'r-7' } })

async function refusal(status: number, body: object) {
  const host = { fetch: answering(status, body) as typeof fetch }
  const controller = {
    handleError: (said: unknown) => Promise.reject(new Error((said as { error: string }).error)),
  }
  nameRefusals(controller, host)
  const response = await host.fetch('/parse/functions/x')
  return controller.handleError(await response.json()).catch((error: unknown) => error)
}

test('a refusal carries the name of its request', async () => {
  expect(await refusal(400, { code: 142, error: 'no' })).toMatchObject({ message: 'no', requestId: 'r-7' })
})

test('an answer is left as it was', async () => {
  expect(await refusal(200, { error: 'not one' })).not.toHaveProperty('requestId')
})
