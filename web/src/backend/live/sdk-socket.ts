// The connection as the SDK keeps it: its frames, its pauses before it tries again, its numbers of requests.
import Parse from 'parse'
import { type LiveEvent, type LiveObject, type LiveQuery, OPS } from '#/backend/live/live-query'
import type { OpenSocket } from '#/backend/live/subscriptions'
import { Code } from '#/backend/problem'

type Subscription = NonNullable<ReturnType<Parse.LiveQueryClient['subscribe']>>

const asQuery = ({ className, where = {}, keys, watch }: LiveQuery) =>
  Parse.Query.fromJSON(className, {
    where: { ...where },
    ...(keys ? { keys: keys.join(',') } : {}),
    ...(watch ? { watch: watch.join(',') } : {}),
  })

const plain = (object: Parse.Object) => object.toJSON() as LiveObject

export const openSdkSocket: OpenSocket = (session, on) => {
  Parse.initialize(session.applicationId, session.javascriptKey ?? '')
  const client = new Parse.LiveQueryClient({
    applicationId: session.applicationId,
    serverURL: session.address,
    ...(session.javascriptKey ? { javascriptKey: session.javascriptKey } : {}),
    sessionToken: session.token,
  })
  const isConnected = () => client.state === 'connected'

  client.on('open', () => on.open())
  client.on('close', () => on.lost())
  client.open()
  // Refused before it was connected, the SDK gives up for good.
  void client.connectPromise.catch(() => on.refused())

  function subscribe(query: LiveQuery): Subscription {
    const subscription = client.subscribe(asQuery(query))
    if (!subscription) throw new Error('The SDK takes any query.')
    return subscription
  }

  return {
    subscribe(query, { event, ready }) {
      const subscription = subscribe(query)
      subscription.on('open', ready)
      // A class that is not live, or not ours to see, is told of by an error, and stays silent.
      subscription.subscribePromise.catch((refusal: { code?: unknown } | undefined) => {
        if (refusal?.code === Code.invalidSession) on.sessionEnded()
      })
      subscription.on('error', (said: unknown) => {
        if (said === 'Invalid session token') on.sessionEnded()
      })
      for (const op of OPS)
        subscription.on(op, (object: Parse.Object, original?: unknown) => {
          const told: LiveEvent = { op, object: plain(object) }
          event(
            original instanceof Parse.Object ? { ...told, original: plain(original as Parse.Object) } : told,
          )
        })
      return () => end(subscription)
    },

    async probe(query) {
      const subscription = subscribe(query)
      await subscription.subscribePromise
      end(subscription)
    },

    close() {
      // The SDK forgets the attempt that it has planned.
      clearTimeout(client.reconnectHandle)
      client.reconnectHandle = null
      void client.close().catch(() => undefined)
    },
  }

  function end(subscription: Subscription) {
    if (isConnected()) void client.unsubscribe(subscription).catch(() => undefined)
    // Without a connection nobody would answer, and it would be subscribed to again with the next.
    else client.subscriptions.delete(Number(subscription.id))
  }
}
