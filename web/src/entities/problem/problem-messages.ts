import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Code, type Problem, UNREADABLE } from '#/backend/problem'

const WORDS: Record<number, MessageDescriptor> = {
  [Code.connectionFailed]: msg`The server is not responding. Nothing you typed is lost.`,
  [Code.internal]: msg`Something went wrong on the server. Nothing you typed is lost. Try again in a moment.`,
  [Code.timeout]: msg`The server took too long to respond. Nothing you typed is lost.`,
  [UNREADABLE]: msg`Something went wrong. Reload the page and try again.`,
  [Code.objectNotFound]: msg`Object not found.`,
  [Code.forbidden]: msg`You don’t have permission to do this.`,
  [Code.invalidEmail]: msg`Enter a valid e-mail address.`,
  [Code.requestLimit]: msg`Too many attempts. Wait a minute, then try again.`,
  [Code.usernameMissing]: msg`Enter a username.`,
  [Code.passwordMissing]: msg`Enter a password.`,
  [Code.usernameTaken]: msg`This username is taken.`,
  [Code.emailTaken]: msg`This e-mail address is already in use.`,
  [Code.emailMissing]: msg`Enter an e-mail address.`,
}

/** The sentence for a problem. Where the server has said something of its own, `null`: show that. */
export const problemMessages = (problem: Problem): MessageDescriptor | null =>
  // With a key the server has said why, in a sentence for people.
  problem.code === Code.forbidden && problem.reason ? null : (WORDS[problem.code] ?? null)

/** The sentence for a refused sign-in, where 101 means something else. */
export const signInMessages = (problem: Problem): MessageDescriptor | null =>
  problem.code === Code.objectNotFound
    ? msg`Wrong username or password.`
    : problemMessages(problem)
