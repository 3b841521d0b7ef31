// The table of the data browser. Its class names are hashes, so its parts are found by their place and words.

export function tableOf(page) {
  const table = page.locator('#browser-table');
  const heads = table.locator('> div').first().locator('[draggable=true]');
  const rows = table.locator('div:has(> span > input[type=checkbox])');

  async function columns() {
    return heads.locator('> div:first-child').allTextContents();
  }

  // A row is one span for its checkbox, then one for each column.
  async function cell(row, column) {
    const at = (await columns()).indexOf(column);
    if (at < 0) throw new Error(`the table has no column ${column}`);
    return rows
      .nth(row)
      .locator('> span')
      .nth(at + 1);
  }

  return {
    rows,
    columns,
    cell,
    head: column => heads.filter({ has: page.getByText(column, { exact: true }) }),
    tick: row => rows.nth(row).locator('input[type=checkbox]').check(),

    /** What a column shows, from the top. The table draws only the rows that are in sight. */
    async texts(column) {
      const at = (await columns()).indexOf(column);
      return rows.locator(`> span:nth-child(${at + 2})`).allTextContents();
    },

    async text(row, column) {
      return (await cell(row, column)).innerText();
    },

    /** Opens the editor of a cell and returns it. */
    async edit(row, column) {
      await (await cell(row, column)).dblclick();
      return table.locator('> div').nth(1);
    },

    /** Types into the editor of a cell in place of what is there, and commits by Enter. */
    async type(row, column, text) {
      const editor = await this.edit(row, column);
      const input = editor.locator('textarea, input:not([type=checkbox])').first();
      await input.fill(text);
      await input.press('Enter');
    },
  };
}
