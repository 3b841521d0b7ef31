// The filter of the data browser: rows of class, field, condition and value.

export function filterOf(page) {
  const popover = page.locator('#browserFilterPopover');

  async function suggest(input, value) {
    await input.fill(value);
    await page
      .locator('li')
      .filter({ hasText: new RegExp(`^${value}$`) })
      .last()
      .click();
  }

  return {
    popover,
    press: name => popover.getByRole('button', { name, exact: true }).click(),

    /** It stays open when it is applied. */
    async open() {
      if (await popover.isVisible()) return;
      await page
        .getByText(/^Filter(ed)?$/)
        .first()
        .click();
    },

    /** Fills the last row of the filter; conditions that compare nothing leave `value` out. */
    async say(field, condition, value) {
      const row = popover.locator('> div').nth(1).locator('> div').first().locator('> div').last();
      await suggest(row.locator('input[role=combobox]').nth(1), field);
      await row.locator('> div').nth(2).locator('div div').first().click();
      await page.getByText(condition, { exact: true }).last().click();
      if (value !== undefined) await row.locator('> input').fill(value);
    },

    /** Keeps what is in the filter under a name: the arrow at its foot asks for it, the tick says yes. */
    async keep(name) {
      const signs = popover.locator('span:has(> svg)');
      await signs.first().click();
      await popover.getByPlaceholder('Enter filter name...').fill(name);
      await signs.nth(1).click();
    },
  };
}
