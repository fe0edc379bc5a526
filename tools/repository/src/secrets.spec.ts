import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { encodePrivateKeyWif } from '@bitauth/libauth';
import { repositoryFiles, ROOT } from './repository-files.js';
import { findSecrets, SECRET_RULES } from './secret-rules.js';

const many = (text: string, count: number): string => text.repeat(count);

/** One secret of every kind, put together here so that this file holds none. */
const EXAMPLES: readonly (readonly [string, string])[] = [
  ['private key in PEM', ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ')],
  ['private key in PEM', ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ')],
  ['private key of coins (WIF)', encodePrivateKeyWif(new Uint8Array(32).fill(7), 'mainnet')],
  ['private key of coins (WIF)', encodePrivateKeyWif(new Uint8Array(32).fill(7), 'testnet')],
  ['private key of coins (WIF)', encodePrivateKeyWif(new Uint8Array(32).fill(7), 'mainnetUncompressed')],
  ['HD private key', `xprv${many('9s21ZrQH14', 11)}`],
  ['AWS key', `AKIA${many('Q7', 8)}`],
  ['Google key', `AIza${many('x', 35)}`],
  ['GitHub token', `ghp_${many('a1', 18)}`],
  ['GitLab token', `glpat-${many('a1', 10)}`],
  ['npm token', `npm_${many('a1', 18)}`],
  ['npm token', `//registry.example/:_authToken=${many('a1', 8)}`],
  ['Slack token', `xoxb-${many('12', 8)}`],
  ['Stripe key', `sk_live_${many('a1', 12)}`],
  ['bearer token', [`eyJ${many('hb', 12)}`, `eyJ${many('zd', 12)}`, many('sig', 12)].join('.')],
  ['password in an address', ['postgres://weir', 'hunter2@db.example:5432/weir'].join(':')],
];

describe('the rules', () => {
  it.each(EXAMPLES)('know a %s', (rule, secret) => {
    expect(findSecrets(`first line\nconst key = '${secret}';\n`)).toEqual([{ rule, line: 2 }]);
  });

  it('are each tried', () => {
    expect(new Set(EXAMPLES.map(([rule]) => rule))).toEqual(new Set(SECRET_RULES.map(({ name }) => name)));
  });

  it.each([
    'postgres://weir:weir@127.0.0.1:5432/weir',
    'postgres://a:b@localhost/x',
    'postgres://…',
    `K${many('w', 51)}`,
    'a'.repeat(64),
    'https://example.com/a:b@c',
  ])('leave %s alone', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe('the repository', () => {
  it('holds no secret', async () => {
    const files = await repositoryFiles();
    expect(files.length).toBeGreaterThan(500);
    const found: string[] = [];
    for (const file of files) {
      for (const { rule, line } of findSecrets(await readFile(file, 'utf8')))
        found.push(`${relative(ROOT, file)}:${line}: ${rule}`);
    }
    expect(found).toEqual([]);
  });
});
