// That somebody has just deleted their account here, for the page they are led to. It is gone with a reload.
let gone = false

/** Has the sign-in page say that the account is deleted. */
export const sayFarewell = () => {
  gone = true
}

export const isFarewell = () => gone

/** Once it was said. */
export const endFarewell = () => {
  gone = false
}
