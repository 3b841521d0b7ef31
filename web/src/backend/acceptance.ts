import { askFirst } from '#/backend/ask-first'

/** Changes by testers wait until they have accepted what the programme asks for. */
export const acceptance = askFirst('POLICY_NOT_ACCEPTED')
