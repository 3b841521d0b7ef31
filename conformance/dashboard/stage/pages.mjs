// The dashboard as its user sees it: pages to open, the toolbar's menus, and the parts in files of their own.
import { dialogOf } from './dialogs.mjs';
import { filterOf } from './filter.mjs';
import { APP } from './parse-dashboard.mjs';
import { tableOf } from './table.mjs';

export function pageOf(page, address) {
  const table = tableOf(page);
  return {
    address,
    table,
    filter: filterOf(page),
    dialog: dialogOf(page),
    open: path => page.goto(`${address}/apps/${APP}/${path}`),

    /** Opens the table of a class and waits for as many rows as it should show, if they are few. */
    async browse(className, rows) {
      await page.goto(`${address}/apps/${APP}/browser/${className}`);
      await table.head('objectId').waitFor();
      if (rows) await table.rows.nth(rows - 1).waitFor();
    },

    /** Opens a menu of the toolbar and takes an item. */
    async menu(title, item) {
      await page.getByText(title, { exact: true }).first().click();
      await page.getByText(item, { exact: true }).last().click();
    },

    /** Shows the kept filters below a class of the sidebar. The sign for it has no size of its own. */
    unfold: className => page.locator(`a[title=${className}] ~ a`).dispatchEvent('click'),

    /** The number behind a class in the sidebar. */
    async counted(className) {
      return page.locator(`a[title=${className}] + span`).textContent();
    },
  };
}
