import { msg } from '@lingui/core/macro'
import { keepNetwork } from '#/features/setup/first-network'
import { FirstNetwork } from '#/features/setup/FirstNetwork'
import type { Step } from '#/features/setup/step'

/** A chain and a node that reads it. It can wait: with nothing typed it is left out. */
export const network: Step = {
  id: 'network',
  title: msg`Network`,
  Body: FirstNetwork,
  next: msg`Continue`,
  async leave(draft, { change }) {
    change({ networkId: await keepNetwork(draft) })
  },
  // The administrator is there: no step before it can be taken back.
  isFinal: true,
}
