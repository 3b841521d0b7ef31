// The dapp with the offer and with the open panel, in both themes, at the widths of a desktop and a phone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Tester } from './tester.mjs';
import { Wallet } from './wallet.mjs';

const SIZES = [1440, 390].flatMap(width => ['light', 'dark'].map(scheme => ({ width, scheme })));

export async function takePictures({ browser, stage, files }, folder) {
  mkdirSync(folder, { recursive: true });
  for (const size of SIZES) {
    const wallet = await Wallet.open(stage.world);
    const tester = await Tester.open(browser, stage, wallet, { ...size, files });
    const take = name => tester.page.screenshot({ path: join(folder, `${name}-${size.width}-${size.scheme}.png`) });
    await tester.visitWithWidget();
    await take('dapp');
    await wallet.during('eth_sendTransaction', () => stage.movePrice(), () => tester.failedSwap());
    await tester.offer.waitFor();
    await take('offer');
    await tester.offer.getByRole('button', { name: 'Report it' }).click();
    await tester.button(/^Sign with 0x/).waitFor();
    await take('panel-signed-out');
    await tester.signIn();
    await tester.panel.getByText('slippage_exceeded', { exact: false }).waitFor();
    await take('panel');
    await tester.send();
    await take('sent');
    await tester.close();
  }
  return `${SIZES.length * 5} in ${folder}`;
}
