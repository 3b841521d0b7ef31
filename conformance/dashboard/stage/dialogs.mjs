// The dashboard's dialogs, and the parts they share with its pages: labelled fields, drop-downs, permissions.
import { until } from './until.mjs';

/** The row of a form with this label; a box of the label beside a box of what it labels. */
export function fieldOf(within, label) {
  return within.locator(`div:has(> div > div > div:text-is("${label}"))`).last();
}

/** Opens the drop-down of a field, again if its options were still being fetched, and takes one. */
export async function choose(field, option) {
  const list = field.locator('[role=combobox]');
  const offered = field.page().getByRole('option', { name: option, exact: true });
  await until(`${option} is offered`, async () => {
    await list.click();
    const found = await offered.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false
    );
    if (!found) await list.click();
    return found;
  });
  await offered.click();
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
