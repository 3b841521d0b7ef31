import { askFirst } from '#/backend/ask-first'

/** Some changes ask for a sign-in of the last few minutes, so that a stolen session cannot make them. */
export const freshSignIn = askFirst('FRESH_SIGN_IN')
