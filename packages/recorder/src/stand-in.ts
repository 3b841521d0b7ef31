// An object in front of a provider that cannot be changed, such as a frozen one.
import { type Sink, wrapRequest } from './wrap.ts'
import type { Provider, WalletInfo } from './types.ts'

/** The target is an empty object: a proxy of a frozen one would have to return its own `request`. */
export function standIn(given: Provider, wallet: WalletInfo, sink: Sink): Provider {
  const request = wrapRequest(given.request, { of: given, wallet, sink, isStandIn: true })
  const bound = new WeakMap<object, unknown>()
  const proxy: Provider = new Proxy(Object.create(null) as Provider, {
    get(_, key) {
      if (key === 'request') return request
      // With the proxy as receiver, private fields could not be read.
      const value: unknown = Reflect.get(given, key, given)
      if (typeof value !== 'function' || key === 'constructor') return value
      if (!bound.has(value))
        bound.set(value, (...all: unknown[]) => {
          const answer: unknown = Reflect.apply(value, given, all)
          return answer === given ? proxy : answer
        })
      return bound.get(value)
    },
    set: (_, key, value) => Reflect.set(given, key, value, given),
    has: (_, key) => Reflect.has(given, key),
    deleteProperty: (_, key) => Reflect.deleteProperty(given, key),
    ownKeys: () => Reflect.ownKeys(given),
    getPrototypeOf: () => Reflect.getPrototypeOf(given),
    getOwnPropertyDescriptor(_, key) {
      if (!Object.hasOwn(given, key)) return undefined
      const enumerable = Object.prototype.propertyIsEnumerable.call(given, key)
      return { configurable: true, enumerable, writable: true, value: Reflect.get(proxy, key) as unknown }
    },
  })
  return proxy
}
