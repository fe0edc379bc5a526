import type { GetTokenResponse } from '@weir/api-contract';
import { publishRegistry } from '@weir/devnet';
import { startFixture, type Fixture } from '../support/fixture.js';
import { registryOf, sha256, startRegistryServer, type RegistryServer } from '../support/registry-server.js';
import { issueTo, lookedAt, named, readToken, untilToken } from '../support/token-scenario.js';

let fixture: Fixture;
let server: RegistryServer;
beforeAll(async () => {
  fixture = await startFixture({ TOKENS: 'local', TOKENS_TTL: '1' });
  server = await startRegistryServer();
});
afterAll(async () => {
  server.close();
  await fixture.stop();
});

const GOOD = { name: 'Good', symbol: 'GOOD', decimals: 2 };
let names = 0;
const newPath = (): string => `/${(names += 1)}.json`;

/** Issues a token whose registry is this text. @returns its category */
const publish = async (textOf: (category: string) => string): Promise<string> =>
  (await issueTo(fixture, fixture.wallet(), (own) => server.serve(newPath(), textOf(own)))).category;
/** What is known of such a token, once it was looked at. */
const published = async (textOf: (category: string) => string): Promise<GetTokenResponse> =>
  lookedAt(fixture.client, await publish(textOf));
/** The same of a token whose registry is answered in some way. */
const answered = async (
  how: Parameters<RegistryServer['answer']>[1],
  text = (own: string) => registryOf(own, GOOD),
) => {
  const path = newPath();
  const { category } = await issueTo(fixture, fixture.wallet(), (own) => ({
    hash: sha256(text(own)),
    uris: [server.answer(path, how)],
  }));
  return { category, path };
};
const UNREADABLE = { status: 'unreadable', token: null };

describe('a registry', () => {
  it.each<readonly [string, Parameters<RegistryServer['answer']>[1]]>([
    ['says nothing', () => undefined],
    ['begins, and does not end', (response) => void response.write('{')],
    ['comes a byte a second', (response) => void setInterval(() => response.write(' '), 1_000).unref()],
    [
      'has no end',
      (response) => {
        const pour = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
        };
        response.on('drain', pour);
        pour();
      },
    ],
    ['is not there', (response) => void response.writeHead(404).end()],
    ['is another', (response) => void response.end('{}')],
    ['hangs up', (response) => void response.destroy()],
    ['is always elsewhere', (response, { url = '' }) => void response.writeHead(302, { location: url }).end()],
    ['is nowhere', (response) => void response.writeHead(302, { location: 'http://[' }).end()],
    ['leads out of HTTP', (response) => void response.writeHead(301, { location: 'file:///etc/passwd' }).end()],
  ])('that %s names no token, and delays no answer', async (_, how) => {
    const { category } = await answered(how);
    // Not checked yet: the first request does not wait for that.
    expect(await readToken(fixture.client, category)).toMatchObject({ token: null, checkedAt: null });
    expect(await lookedAt(fixture.client, category)).toMatchObject(UNREADABLE);
  });

  it('may be moved', async () => {
    const path = newPath();
    const { category } = await issueTo(fixture, fixture.wallet(), (own) => {
      const { hash } = server.serve(`${path}.moved`, registryOf(own, GOOD));
      return {
        hash,
        uris: [server.answer(path, (response) => response.writeHead(307, { location: `${path}.moved` }).end())],
      };
    });
    expect(await named(fixture.client, category)).toMatchObject({ token: GOOD });
  });

  it('is taken from another of its addresses where one does not give it', async () => {
    const { category } = await issueTo(fixture, fixture.wallet(), (own) => {
      const { hash, uris } = server.serve(newPath(), registryOf(own, GOOD));
      return { hash, uris: ['gopher://x', `${server.origin}/none`, ...uris] };
    });
    expect(await named(fixture.client, category)).toMatchObject({ token: GOOD });
  });

  it.each<readonly [string, (category: string) => string]>([
    ['no JSON', () => 'BCMR'],
    ['null', () => 'null'],
    ['a list of lists', () => '['.repeat(200_000)],
    ['of another token', () => registryOf('11'.repeat(32), GOOD)],
    ['of 255 decimals', (own) => registryOf(own, { ...GOOD, decimals: 255 })],
    ['of 19 decimals', (own) => registryOf(own, { ...GOOD, decimals: 19 })],
    ['of -1 decimals', (own) => registryOf(own, { ...GOOD, decimals: -1 })],
    ['of a half decimal', (own) => registryOf(own, { ...GOOD, decimals: 0.5 })],
    ['of decimals beyond all numbers', (own) => registryOf(own, GOOD).replace('"decimals":2', '"decimals":1e999')],
    ['of decimals in words', (own) => registryOf(own, { ...GOOD, decimals: 'two' })],
    ['of a name that is none', (own) => registryOf(own, { ...GOOD, name: { toString: 1 } })],
    ['of a prototype', (own) => `{"identities":{"__proto__":${JSON.stringify({ [own]: {} })}}}`],
    ['without a time', (own) => registryOf(own, { '2xxx-': GOOD } as never)],
  ])('that is %s names no token', async (_, textOf) => {
    expect(await published(textOf)).toMatchObject(UNREADABLE);
  });

  it('has words made plain, and short', async () => {
    const category = await publish((own) =>
      registryOf(own, {
        name: `\u202eBCH\u2066 \u0000\n  of\t\u200b${'Zalgo\u0300\u0301\u0302\u0303\u0304'.repeat(3)} ${'x'.repeat(200)}`,
        symbol: 'ВСН',
        description: '💧'.repeat(5_000),
        icon: 'javascript:alert(1)',
      }),
    );
    const { token } = await named(fixture.client, category);
    expect(token).toMatchObject({ symbol: null, icon: null, decimals: 0, verified: true });
    expect(token?.name).toMatch(/^BCH of (Zalgò\u0301\u0302){3} x+$/u);
    expect([Array.from(token?.name ?? '').length, Array.from(token?.description ?? '').length]).toEqual([80, 280]);
  });

  it('that is as large as it may be is read, and one that is larger is not', async () => {
    const filled = (own: string, bytes: number) => {
      const text = registryOf(own, GOOD);
      return `${text.slice(0, -1)},"extensions":"${'x'.repeat(bytes - text.length - 16)}"}`;
    };
    const category = await publish((own) => filled(own, 2_000_000));
    expect(await named(fixture.client, category)).toMatchObject({ token: GOOD });
    expect(await published((own) => filled(own, 2_200_000))).toMatchObject(UNREADABLE);
  });

  it('leaves what an earlier one said, no longer vouched for, while it cannot be read', async () => {
    const issued = await issueTo(fixture, fixture.wallet(), (own) => server.serve(newPath(), registryOf(own, GOOD)));
    await named(fixture.client, issued.category);
    const path = newPath();
    const text = registryOf(issued.category, { ...GOOD, name: 'Better' });
    await publishRegistry(fixture.control, issued, { hash: sha256(text), uris: [`${server.origin}${path}`] });
    const meanwhile = await untilToken(fixture.client, issued.category, ({ status }) => status === 'unreadable');
    expect(meanwhile.token).toMatchObject({ name: 'Good', verified: false });
    server.serve(path, text);
    const after = await named(fixture.client, issued.category);
    expect(after.token).toMatchObject({ name: 'Better', verified: true });
  });
});

describe('where private networks are closed', () => {
  let guarded: Fixture;
  beforeAll(async () => {
    guarded = await startFixture({ TOKENS: 'on', TOKENS_TTL: '1' });
  });
  afterAll(() => guarded.stop());

  it.each([
    ['by address', (origin: string) => origin],
    ['by address over https', (origin: string) => origin.replace('http:', 'https:')],
    ['by name', (origin: string) => origin.replace('http://127.0.0.1', 'https://localhost')],
    ['as IPv6', (origin: string) => origin.replace('http://127.0.0.1', 'https://[::ffff:127.0.0.1]')],
  ])('nobody there is asked %s', async (_, spelt) => {
    const path = newPath();
    const { category } = await issueTo(guarded, guarded.wallet(), (own) => {
      const { hash } = server.serve(path, registryOf(own, GOOD));
      return { hash, uris: [`${spelt(server.origin)}${path}`] };
    });
    expect(await lookedAt(guarded.client, category)).toMatchObject(UNREADABLE);
    expect(server.asked).not.toContain(path);
  });

  it('counts what came of looks and fetches', async () => {
    const origin = await guarded.listen({ TOKENS: 'on', TOKENS_TTL: '1' });
    const text = await (await fetch(`${origin}/metrics`)).text();
    expect(text).toMatch(/^weir_token_oldest_look_age_seconds \d+$/mu);
    expect(text).toContain('weir_token_looks_total');
    expect(text).toContain('weir_token_registry_fetches_total');
  });
});

describe('many categories of one network', () => {
  it('wait in a queue with an end, and are forgotten beyond', async () => {
    const categories = Array.from({ length: 300 }, (_, i) => i.toString(16).padStart(64, 'c'));
    for (const category of categories) expect((await readToken(fixture.client, category)).token).toBeNull();
    const answers = await Promise.all(categories.map((category) => readToken(fixture.client, category)));
    expect(answers.filter(({ status }) => status !== 'unknown' && status !== 'absent')).toEqual([]);
    // The service still learns what somebody else asks for.
    const { category } = await issueTo(fixture, fixture.wallet(), (own) =>
      server.serve(newPath(), registryOf(own, GOOD)),
    );
    expect(await named(fixture.client, category)).toMatchObject({ token: GOOD });
  });
});
