import type { WcTransaction } from '../shared/amounts.js';
import { signInRequestOf, signSignIn } from './sign-in-transaction.js';

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

type Source = WcTransaction['sourceOutputs'][number];

const SCRIPTS = [
  '76a914010101010101010101010101010101010101010188ac',
  '76a914020202020202020202020202020202020202020288ac',
];

/** The outputs that the transaction claims to spend, as the service answers them. */
const sourcesOf = (hash: string, count = 2): readonly Source[] =>
  SCRIPTS.slice(0, count).map((script, outpointIndex) => ({
    outpointIndex,
    outpointTransactionHash: `<Uint8Array: 0x${Buffer.from(hash, 'hex').reverse().toString('hex')}>`,
    sequenceNumber: 0xffff_ffff,
    unlockingBytecode: '<Uint8Array: 0x>',
    lockingBytecode: `<Uint8Array: 0x${script}>`,
    valueSatoshis: '<bigint: 0n>',
  }));

const requestOf = (change: Partial<WcTransaction> = {}): WcTransaction => ({
  transaction: SIGN_IN,
  sourceOutputs: [...sourcesOf(HASH)],
  broadcast: false,
  userPrompt: 'Sign in',
  ...change,
});

const PROMPT = 'Sign in to app.example. Moves no coins.';

/** Whether the request of a service reaches the wallet. */
const reaches = (
  request: WcTransaction,
  message = messageOf([FIRST]),
  addresses: readonly string[] = ADDRESSES,
): boolean => {
  try {
    signInRequestOf(request, message, addresses);
  } catch (error) {
    expect(error).toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    return false;
  }
  return true;
};

describe('signInRequestOf', () => {
  it('accepts the transaction of its addresses and message', () => {
    expect(signInRequestOf(requestOf(), messageOf([FIRST]), ADDRESSES)).toEqual({ ...requestOf(), userPrompt: PROMPT });
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
  const naming = async (named: string): Promise<WcTransaction> => {
    const text = new TextEncoder().encode(messageOf([FIRST, named]));
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', text))
      .reverse()
      .toString('hex');
    // OP_RETURN and a push whose length is one byte.
    const script = `6a4c${text.length.toString(16)}${Buffer.from(text).toString('hex')}`;
    const inputs = [0, 1].map((index) => `${hash}0${index}00000000ffffffff`).join('');
    const transaction = `0200000002${inputs}010000000000000000${(script.length / 2).toString(16)}${script}00000000`;
    return requestOf({ transaction, sourceOutputs: [...sourcesOf(hash)] });
  };

  it('refuses words beside an address', async () => {
    const [, SECOND = ''] = ADDRESSES;
    expect(reaches(await naming(SECOND))).toBe(true);
    for (const words of [
      SECOND.replace('bchtest', 'ioweyou'),
      SECOND.replace('bchtest', 'I owe 1'),
      `${SECOND.slice(0, -8)}, really`,
    ])
      expect([words, reaches(await naming(words))]).toEqual([words, false]);
  });

  it.each(LIES)('refuses $what', (lie) => {
    const { transaction = SIGN_IN, message, addresses } = lie;
    expect(reaches(requestOf({ transaction }), message, addresses)).toBe(false);
  });

  const SOURCE_LIES: Readonly<Record<string, object>> = {
    'another outpoint': { outpointTransactionHash: `<Uint8Array: 0x${'11'.repeat(32)}>` },
    'another index': { outpointIndex: 7 },
    'another sequence': { sequenceNumber: 0 },
    'a script of its own to unlock': { unlockingBytecode: '<Uint8Array: 0x51>' },
    'another owner': { lockingBytecode: `<Uint8Array: 0x${SCRIPTS[0] ?? ''}>` },
    'no owner': { lockingBytecode: 'none' },
    'an amount': { valueSatoshis: '<bigint: 100000000n>' },
    'an amount that is a number': { valueSatoshis: 5 },
    tokens: { token: { category: `<Uint8Array: 0x${'cd'.repeat(32)}>`, amount: '<bigint: 5n>' } },
  };

  it.each(Object.entries(SOURCE_LIES))(
    'refuses source outputs with %s, though the transaction signs in',
    (_, change) => {
      const sourceOutputs = sourcesOf(HASH).map((source, at) => (at === 1 ? { ...source, ...change } : source));
      expect(reaches(requestOf({ sourceOutputs }))).toBe(false);
    },
  );

  it('refuses another number of source outputs', () => {
    expect(reaches(requestOf({ sourceOutputs: [...sourcesOf(HASH, 1)] }))).toBe(false);
    expect(reaches(requestOf({ sourceOutputs: [...sourcesOf(HASH), ...sourcesOf(HASH)] }))).toBe(false);
  });
});

describe('signSignIn', () => {
  it('hands the wallet nothing but what was checked, under words of its own', async () => {
    const asked: unknown[] = [];
    const wallet = {
      getAddresses: () => Promise.resolve(ADDRESSES),
      signTransaction: (request: WcTransaction) => {
        asked.push(request);
        return Promise.resolve({ signedTransaction: '02', signedTransactionHash: '00' });
      },
    };
    const contract = { artifact: { contractName: 'Payment' }, redeemScript: '<Uint8Array: 0x51>' };
    const lie = {
      ...requestOf({ userPrompt: 'Receive 5 BCH', broadcast: true }),
      sourceOutputs: sourcesOf(HASH).map((source) => ({ ...source, contract, signer: 'somebody' })),
      inputPaths: [[0, 'receive', 7]],
    };
    expect(await signSignIn(wallet, { message: messageOf([FIRST]), wcTransaction: lie }, ADDRESSES)).toBe('02');
    expect(asked).toEqual([{ ...requestOf(), userPrompt: PROMPT }]);
  });
});
