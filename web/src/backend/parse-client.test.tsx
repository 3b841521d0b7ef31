import Parse from 'parse'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectTo } from '#/backend/parse-client'

const answers: Record<string, () => Promise<Response>> = {}
const said = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const refused = () => said({ code: 209, error: 'Invalid session token' }, 400)

function connected() {
  const onSessionEnded = vi.fn()
  return { onSessionEnded, server: connectTo({ applicationId: 'app', serverUrl: '/parse' }, onSessionEnded) }
}

/** The next sign-in gets the session `token`. */
function nextSession(token: string) {
  answers['login'] = async () => said({ objectId: 'u1', username: 'rin', sessionToken: token })
}

beforeEach(() => {
  // Off outside a browser, which the SDK takes this for.
  Parse.User.enableUnsafeCurrentUser()
  vi.stubGlobal('fetch', (address: string) => {
    const answer = answers[new URL(address).pathname.split('/').at(-1) ?? '']
    return answer ? answer() : Promise.resolve(said({}))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a session that the server has forgotten is over', async () => {
  const { server, onSessionEnded } = connected()
  nextSession('r:first')
  await server.logIn('rin', 'secret')
  answers['inbox'] = async () => refused()
  await expect(server.run('inbox', {})).rejects.toMatchObject({ code: 209 })
  expect(onSessionEnded).toHaveBeenCalledOnce()
})

test('a late answer to the session before does not end the one that took its place', async () => {
  const { server, onSessionEnded } = connected()
  nextSession('r:first')
  await server.logIn('rin', 'secret')
  const late = Promise.withResolvers<Response>()
  answers['inbox'] = () => late.promise
  const asked = server.run('inbox', {})
  await server.logOut()
  nextSession('r:second')
  await server.logIn('rin', 'secret')
  late.resolve(refused())
  await expect(asked).rejects.toMatchObject({ code: 209 })
  expect(onSessionEnded).not.toHaveBeenCalled()
})
