// The dashboard's dialogs, and the parts they share with its pages: labelled fields, drop-downs, permissions.

/** The row of a form with this label; a box of the label beside a box of what it labels. */
export function fieldOf(within, label) {
  return within.locator(`div:has(> div > div > div:text-is("${label}"))`).last();
}

/** Opens the drop-down of a field and takes the option of that name. */
export async function choose(field, option) {
  await field.locator('[role=combobox]').click();
  await field.page().getByRole('option', { name: option, exact: true }).click();
}

export async function fill(field, text) {
  const input = field.locator('input, textarea').first();
  await input.click();
  await input.fill(text);
}

export function dialogOf(page) {
  const box = page.locator('[data-modal=true]').last();
  const field = label => fieldOf(box, label);
  return {
    box,
    field,
    title: text => box.getByText(text, { exact: true }).waitFor(),
    fill: (label, text) => fill(field(label), text),
    choose: (label, option) => choose(field(label), option),
    /** Takes one side of a switch. */
    turn: (label, side) => field(label).getByText(side, { exact: true }).click(),
    permission: (who, what) => permission(box, who, what),
    press: name => box.getByRole('button', { name, exact: true }).click(),
    closed: () => page.locator('[data-modal=true]').waitFor({ state: 'detached' }),
  };
}

/** The box of the permissions dialog in the row of `who` that is headed `what`. */
function permission(box, who, what) {
  const heading = box.page().getByText(what, { exact: true });
  const row = box.locator('div').filter({ hasText: who }).filter({ has: heading }).last();
  return row.locator('> div').filter({ has: heading }).locator('span').first();
}
