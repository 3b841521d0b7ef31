// Firefox: a dapp sees the same with the recorder, and the widget shows its panel and pictures the page.
import assert from 'node:assert/strict';
import { compare } from '../../../packages/recorder/test/comparisons.ts';
import { openFirefox } from '../firefox.mjs';

export async function comparisons() {
  const firefox = await openFirefox();
  try {
    const all = await compare(async address => {
      await firefox.visit(address);
      return firefox.evaluate('window.outcome');
    });
    const same = all.filter(({ without, within }) => without === within && without.includes('0x5e91'));
    assert.deepEqual(all.filter(one => !same.includes(one)), []);
    return `${same.length} of ${all.length} the same`;
  } finally {
    await firefox.close();
  }
}

/** Waits in the page for an element in any shadow root whose text is this, and presses it. */
const press = text => `(async () => {
  const find = root => [...root.querySelectorAll('*')].flatMap(it => [it, ...(it.shadowRoot ? find(it.shadowRoot) : [])]);
  for (let n = 0; n < 600; n += 1) {
    const found = find(document).find(it => it.localName === 'button' && it.textContent === ${JSON.stringify(text)});
    if (found) return found.click();
    await new Promise(requestAnimationFrame);
  }
  throw new Error('no button ' + ${JSON.stringify(text)});
})()`;

/** The number of colours in the canvas of the widget. */
const COLOURS = `(async () => {
  for (let n = 0; n < 600; n += 1) {
    const canvas = [...document.querySelectorAll('touchstone-widget')].map(it => it.shadowRoot.querySelector('canvas')).find(Boolean);
    if (canvas) {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }
    await new Promise(requestAnimationFrame);
  }
})()`;

export async function panel({ stage }) {
  const firefox = await openFirefox();
  try {
    await firefox.visit(stage.dapp);
    await firefox.evaluate(press('Report a problem'));
    await firefox.evaluate(press('Add a picture'));
    const colours = await firefox.evaluate(COLOURS);
    assert.ok(colours > 20, `the picture has ${colours} colours`);
    return `a picture of ${colours} colours`;
  } finally {
    await firefox.close();
  }
}
