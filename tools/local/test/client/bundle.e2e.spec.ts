import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { firstLoadOf } from './support/browser.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIMIT = 15 * 1024;

const sizeOf = async (code: string): Promise<{ readonly text: string; readonly gzip: number }> => {
  const text = await firstLoadOf(code, HERE);
  return { text, gzip: gzipSync(text, { level: 9 }).length };
};

describe('the client in a bundle', () => {
  it('weighs at most 15 KB with everything in it but wallets and what checks signatures', async () => {
    const { text, gzip } = await sizeOf("export * from '@weir/client';");
    expect(text).toContain('/api/vaults');
    expect(text).not.toContain('OPENS_STREAMS');
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
