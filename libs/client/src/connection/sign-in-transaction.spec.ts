import { isSignIn } from './sign-in-transaction.js';

const ADDRESSES = [
  'bchtest:qqqszqgpqyqszqgpqyqszqgpqyqszqgpqy8kvl0kqa',
  'bchtest:qqpqyqszqgpqyqszqgpqyqszqgpqyqszqg2mnt7v0l',
];
const [FIRST = ''] = ADDRESSES;

const messageOf = (addresses: readonly string[]): string =>
  [
    'Sign in to app.example. Moves no coins.',
    ...addresses.map((address) => `Address: ${address}`),
    'Network: chipnet',
    `Nonce: ${'5f'.repeat(16)}`,
    'Expires: 2026-01-01T00:05:00Z',
  ].join('\n');

/** As the service makes it for both addresses. */
const TEXT = Buffer.from(messageOf(ADDRESSES)).toString('hex');
const HASH = 'db2d481997ecfc699fd7715942af334b7e03015c08b1086a26382269420cbb58';
const SIGN_IN = `0200000002${HASH}0000000000ffffffff${HASH}0100000000ffffffff010000000000000000f96a4cf6${TEXT}00000000`;

describe('isSignIn', () => {
  it('accepts the transaction of its addresses and message', async () => {
    expect(await isSignIn(SIGN_IN, messageOf([FIRST]), ADDRESSES)).toBe(true);
  });

  interface Lie {
    readonly what: string;
    readonly transaction?: string;
    readonly message?: string;
    readonly addresses?: readonly string[];
  }

  const LIES: readonly Lie[] = [
    { what: 'another version', transaction: SIGN_IN.replace(/^02/u, '01') },
    { what: 'an outpoint that may exist', transaction: SIGN_IN.replace(HASH, '11'.repeat(32)) },
    { what: 'an index of its own', transaction: SIGN_IN.replace('0000000000ffffffff', '0500000000ffffffff') },
    { what: 'another sequence', transaction: SIGN_IN.replace('ffffffff', 'feffffff') },
    { what: 'an amount', transaction: SIGN_IN.replace('010000000000000000f9', '010100000000000000f9') },
    { what: 'another script', transaction: SIGN_IN.replace('f96a4c', 'f9514c') },
    { what: 'a locktime', transaction: `${SIGN_IN.slice(0, -8)}01000000` },
    { what: 'more behind it', transaction: `${SIGN_IN}00` },
    { what: 'no text', transaction: '02000000000000000000' },
    { what: 'nothing', transaction: '' },
    { what: 'another domain than the message', message: messageOf([FIRST]).replace('app.example', 'evil.example') },
    { what: 'another nonce than the message', message: messageOf([FIRST]).replace('5f5f', '5e5f') },
    { what: 'an address that was not asked for', addresses: [FIRST] },
    { what: 'addresses in another order', addresses: ADDRESSES.toReversed() },
  ];

  /** As the service would make it with another text for the second address. */
  const naming = async (named: string): Promise<string> => {
    const text = new TextEncoder().encode(messageOf([FIRST, named]));
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', text))
      .reverse()
      .toString('hex');
    // OP_RETURN and a push whose length is one byte.
    const script = `6a4c${text.length.toString(16)}${Buffer.from(text).toString('hex')}`;
    const inputs = [0, 1].map((index) => `${hash}0${index}00000000ffffffff`).join('');
    return `0200000002${inputs}010000000000000000${(script.length / 2).toString(16)}${script}00000000`;
  };

  it('refuses words beside an address', async () => {
    const [, SECOND = ''] = ADDRESSES;
    expect(await isSignIn(await naming(SECOND), messageOf([FIRST]), ADDRESSES)).toBe(true);
    for (const words of [
      SECOND.replace('bchtest', 'ioweyou'),
      SECOND.replace('bchtest', 'I owe 1'),
      `${SECOND.slice(0, -8)}, really`,
    ])
      expect([words, await isSignIn(await naming(words), messageOf([FIRST]), ADDRESSES)]).toEqual([words, false]);
  });

  it.each(LIES)('refuses $what', async (lie) => {
    const { transaction = SIGN_IN, message = messageOf([FIRST]), addresses = ADDRESSES } = lie;
    expect(await isSignIn(transaction, message, addresses)).toBe(false);
  });
});
