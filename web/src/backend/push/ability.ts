/**
 * Whether this browser can show pushes. `home screen`: only once the app stands there, as on an iPhone or iPad.
 */
export type PushAbility = 'able' | 'home screen' | 'unable'

export function pushAbility(): PushAbility {
  const has = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (has) return 'able'
  // Safari on iOS alone says whether it stands on the home screen, and has pushes only there.
  return 'standalone' in navigator && navigator.standalone === false ? 'home screen' : 'unable'
}

/** Whether the browser lets us: it has to be asked by a press. */
export const pushPermission = (): NotificationPermission =>
  pushAbility() === 'able' ? Notification.permission : 'denied'
