import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { partsOf } from './support/browser.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIMIT = 15 * 1024;

/** Parts that only a wallet, a file or a local stack needs: what signs, what checks it, uploads, webhooks, and the dev kit. */
const WITHOUT = ['moves/with-wallet.ts', 'signing/checks.ts', 'moves/send-file.ts', 'dev/dev-kit.ts'];
const isLoaded = (entryPoint: string): boolean =>
  !WITHOUT.some((source) => entryPoint.endsWith(`client/src/${source}`));

/** What a page without wallets loads: each part is compressed by itself, as servers do. */
const sizeOf = async (code: string): Promise<{ readonly text: string; readonly gzip: number }> => {
  const parts = await partsOf(code, HERE, isLoaded);
  const gzip = parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
  return { text: parts.join('\n'), gzip };
};

describe('the client in a bundle', () => {
  it('weighs at most 15 KB in all parts that a page without wallets loads', async () => {
    const { text, gzip } = await sizeOf("export * from '@weir/client';");
    // What reads events is loaded later, and counts too; what checks transactions does not.
    const marks = ['/api/vaults', '/api/exports/activity', 'invalid-retry', 'OPENS_STREAMS'];
    expect(marks.map((mark) => text.includes(mark))).toEqual([true, true, true, false]);
    expect(gzip).toBeLessThanOrEqual(LIMIT);
    console.log(`@weir/client: ${text.length} bytes, ${gzip} gzipped`);
  });

  it('leaves out the products that are not used', async () => {
    const { text, gzip } = await sizeOf(
      "import { createConnection, createStreams } from '@weir/client'; export const streams = createStreams(createConnection({ baseUrl: '' }));",
    );
    expect(text).toMatch(/["'`]streams["'`]/u);
    expect(text).not.toMatch(/["'`]payments["'`]|\/api\/(?:vaults|airdrops|proposals)/u);
    const all = await sizeOf("export * from '@weir/client';");
    expect(gzip).toBeLessThan(all.gzip);
    expect((await sizeOf("import { isSameAddress } from '@weir/client'; export { isSameAddress };")).gzip).toBeLessThan(
      1024,
    );
  });
});
