import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Code, type Problem, UNREADABLE } from '#/backend/problem'

const WORDS: Record<number, MessageDescriptor> = {
  [Code.connectionFailed]: msg`The server does not answer. What you typed is kept.`,
  [Code.internal]: msg`The server failed. What you typed is kept; try again in a moment.`,
  [Code.timeout]: msg`The server took too long. What you typed is kept.`,
  [UNREADABLE]: msg`The server answered in a way this page does not understand. Reload the page.`,
  [Code.objectNotFound]: msg`Object not found.`,
  [Code.forbidden]: msg`You may not do this.`,
  [Code.invalidEmail]: msg`This is not an e-mail address.`,
  [Code.requestLimit]: msg`Too many attempts. Wait a minute, then try again.`,
  [Code.usernameMissing]: msg`Enter a user name.`,
  [Code.passwordMissing]: msg`Enter a password.`,
  [Code.usernameTaken]: msg`This user name is taken.`,
  [Code.emailTaken]: msg`This e-mail address belongs to an account already.`,
  [Code.emailMissing]: msg`Enter an e-mail address.`,
}

/** The sentence for a problem. Where the server has said something of its own, `null`: show that. */
export const problemMessages = (problem: Problem): MessageDescriptor | null =>
  // With a key the server has said why, in a sentence for people.
  problem.code === Code.forbidden && problem.reason ? null : (WORDS[problem.code] ?? null)

/** The sentence for a refused sign-in, where 101 means something else. */
export const signInMessages = (problem: Problem): MessageDescriptor | null =>
  problem.code === Code.objectNotFound
    ? msg`The user name or the password is wrong.`
    : problemMessages(problem)
