import { lazyRouteComponent } from '@tanstack/react-router'

/** Every component in every state; `null` in production, whose build then does not contain it. */
export const StyleguidePage =
  import.meta.env.DEV || import.meta.env.MODE === 'styleguide'
    ? lazyRouteComponent(() => import('#/styleguide/Styleguide'))
    : null
