import { expect, signIn, test } from './fixtures.ts'
import { person } from './people.ts'

test('a tester signs in with a password and sees the shell', async ({ page }) => {
  const rin = await person()
  await signIn(page, rin)
  await expect(page.getByText(`@${rin.username}`).first()).toBeVisible()
})
