import { hexToBin, importMetadataRegistry } from '@bitauth/libauth';
import { registryUrls } from '../fetch-registry.js';
import { readPublication } from '../look-up-token.js';
import { iconUrl, plainText, readRegistry } from './read-registry.js';

const output = (hex: string) => ({ lockingBytecode: hexToBin(hex), valueSatoshis: 0n });
const HASH = '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000';

describe('a publication output', () => {
  it('is read as in the example of the specification', () => {
    const example = `6a0442434d5220${HASH}0b6578616d706c652e636f6d`;
    expect(readPublication({ outputs: [output('51'), output(example)] })).toEqual({
      hash: HASH,
      uris: ['example.com'],
    });
  });

  it.each([
    ['6a0442434d52', { hash: null, uris: [] }],
    [`6a0442434d521f${HASH.slice(2)}`, { hash: null, uris: [] }],
    [`6a0442434d5220${HASH}`, { hash: HASH, uris: [] }],
    [`6a0442434d5220${HASH}4effffffff00`, { hash: HASH, uris: [] }],
    [`6a0442434d5220${HASH}02fffe0161`, { hash: HASH, uris: ['\ufffd\ufffd', 'a'] }],
    [`6a0442434d5220${HASH}${'0161'.repeat(100)}`, { hash: HASH, uris: Array.from({ length: 8 }, () => 'a') }],
  ])('of %s says what can be read of it', (hex, publication) => {
    expect(readPublication({ outputs: [output(hex)] })).toEqual(publication);
  });

  it('is the first one, even where it is malformed', () => {
    const outputs = [output('6a0442434d52'), output(`6a0442434d5220${HASH}`)];
    expect(readPublication({ outputs })).toEqual({ hash: null, uris: [] });
  });

  it.each(['6a', '6a0442434d53', '76a9', ''])('is not %j', (hex) => {
    expect(readPublication({ outputs: [output(hex)] })).toBeUndefined();
  });
});

describe('addresses of registries', () => {
  const rules = { ipfsGateway: 'https://gateway.example/ipfs/', allowPrivate: false };
  const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  it.each([
    ['example.com', 'https://example.com/.well-known/bitcoin-cash-metadata-registry.json'],
    ['https://example.com', 'https://example.com/.well-known/bitcoin-cash-metadata-registry.json'],
    ['example.com/', 'https://example.com/'],
    ['example.com:8443/a.json', 'https://example.com:8443/a.json'],
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    [`ipfs://${CID}`, `https://gateway.example/ipfs/${CID}`],
    [`ipfs://${CID}/a.json`, `https://gateway.example/ipfs/${CID}/a.json`],
  ])('of %s are %s', (uri, url) => {
    expect(registryUrls([uri], rules)).toEqual([url]);
  });

  it.each([
    '',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'ipfs://../../admin',
    'ipfs://x?y',
    'a b',
  ])('are not found for %j', (uri) => {
    expect(registryUrls([uri], rules)).toEqual([]);
  });

  it('are four at most, and of plain HTTP for local work alone', () => {
    expect(registryUrls(['a', 'b', 'b', 'c', 'd', 'e'], rules)).toHaveLength(4);
    expect(registryUrls(['http://127.0.0.1/x'], { ...rules, allowPrivate: true })).toEqual(['http://127.0.0.1/x']);
  });
});

describe('plain text', () => {
  it.each([
    ['Weir', 'Weir'],
    ['  a \n\t b ', 'a b'],
    ['\u202egnirts\u202c', 'gnirts'],
    ['a\u200b\u200d\ufeffb', 'ab'],
    ['\u0000\u001b[31mred', '[31mred'],
    ['e\u0301', 'é'],
    ['x\u0324\u0324\u0324\u0324', 'x\u0324\u0324'],
    ['\ud800', null],
    ['\u3164', null],
    ['\u{e0041}\u{e0042}', null],
    ['', null],
  ])('of %j is %j', (text, plain) => {
    expect(plainText(text, 20)).toBe(plain);
  });

  it('has as many characters as it may at most, none of them half', () => {
    expect(plainText('💧'.repeat(30), 20)).toBe('💧'.repeat(20));
    expect(plainText('\ufdfa'.repeat(1_000), 20)).toHaveLength(20);
  });
});

describe('icons', () => {
  it.each([
    'https://example.com/a.png',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a.svg',
    'data:image/png;base64,iVBORw0KGgo=',
  ])('may be %s', (uri) => {
    expect(iconUrl(uri)).toBe(uri);
  });
  it.each([
    'http://example.com/a.png',
    'javascript:alert(1)',
    'data:text/html;base64,AAAA',
    'data:image/svg+xml,<svg onload=alert(1)>',
    `https://user:${'x'.repeat(6)}@example.com/`,
    'https://[',
    `https://example.com/${'x'.repeat(600)}`,
    'ipfs://../x',
  ])('may not be %s', (uri) => {
    expect(iconUrl(uri)).toBeNull();
  });
});

describe('a registry', () => {
  const CATEGORY = 'ab'.repeat(32);
  const snapshot = { name: 'Weir', description: 'A token', token: { category: CATEGORY, symbol: 'WEIR', decimals: 8 } };
  const registry = (history: object) => ({
    $schema: 'https://cashtokens.org/bcmr-v2.schema.json',
    version: { major: 1, minor: 0, patch: 0 },
    latestRevision: '2024-01-01T00:00:00.000Z',
    registryIdentity: { name: 'Weir' },
    identities: { [CATEGORY]: history },
  });
  const read = (value: unknown, now = 1_800_000_000) => readRegistry(JSON.stringify(value), CATEGORY, now);
  const texts = { symbol: 'WEIR', name: 'Weir', decimals: 8, description: 'A token', icon: null };

  it('is what libauth takes for one', () => {
    const valid = registry({ '2024-01-01T00:00:00.000Z': snapshot });
    expect(importMetadataRegistry(valid)).toEqual(valid);
    expect(read(valid)).toEqual({ texts, until: null });
  });

  it('goes by the latest snapshot that is reached, else by the oldest, and says until when', () => {
    const history = {
      '2030-01-01T00:00:00.000Z': { ...snapshot, name: 'Third' },
      '2020-01-01T00:00:00.000Z': snapshot,
      '2025-01-01T00:00:00.000Z': { ...snapshot, name: 'Second' },
    };
    expect(read(registry(history))).toEqual({ texts: { ...texts, name: 'Second' }, until: 1_893_456_000 });
    expect(read(registry(history), 0)).toEqual({ texts, until: 1_577_836_800 });
    expect(read(registry(history), 2_000_000_000)).toMatchObject({ texts: { name: 'Third' }, until: null });
  });

  it('passes over snapshots of another category, which an identity migrated to', () => {
    const moved = { ...snapshot, name: 'Moved', token: { ...snapshot.token, category: 'cd'.repeat(32) } };
    const history = { '2020-01-01T00:00:00.000Z': snapshot, '2021-01-01T00:00:00.000Z': moved };
    expect(read(registry(history))).toEqual({ texts, until: null });
    expect(read(registry({ '2021-01-01T00:00:00.000Z': moved }))).toBeUndefined();
  });

  it('passes over snapshots of days that do not exist', () => {
    const history = {
      '2020-01-01T00:00:00.000Z': snapshot,
      '2021-02-31T00:00:00.000Z': { ...snapshot, name: 'Never' },
    };
    expect(read(registry(history))).toEqual({ texts, until: null });
  });

  it('has no decimals where it names none', () => {
    const token = { ...snapshot.token, decimals: undefined };
    expect(read(registry({ '2020-01-01T00:00:00.000Z': { ...snapshot, token } }))?.texts.decimals).toBe(0);
  });

  it('is read with a byte order mark, and with null in place of optional fields', () => {
    const bare = {
      name: 'Weir',
      description: null,
      tags: null,
      uris: null,
      extensions: null,
      token: { category: CATEGORY, symbol: 'WEIR', decimals: null, nfts: null },
    };
    const valid = registry({ '2020-01-01T00:00:00.000Z': bare, '2021-01-01T00:00:00.000Z': null });
    const nameless = { ...texts, description: null, decimals: 0 };
    expect(readRegistry(`\uFEFF${JSON.stringify(valid)}`, CATEGORY, 1_800_000_000)).toEqual({
      texts: nameless,
      until: null,
    });
    expect(read(registry({ '2020-01-01T00:00:00.000Z': { ...bare, uris: { icon: null } } }))?.texts).toEqual(nameless);
    expect(read(registry({ '2020-01-01T00:00:00.000Z': { ...bare, name: null } }))).toBeUndefined();
  });
});
