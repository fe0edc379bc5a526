import { getDustThreshold, hexToBin } from '@bitauth/libauth';
import { contextOf, nodeFixture, recordedTransaction, type RecordedCase } from '../../../test/support/recorded-case.js';
import { ruleSets } from './rule-set.js';
import { isStandardOutputPattern } from './script-pattern.js';
import { validateTransaction } from './validate-transaction.js';

interface Fixture {
  readonly cases: readonly RecordedCase[];
  readonly dust: readonly {
    readonly type: string;
    readonly lockingBytecode: string;
    readonly outputBytes: number;
    readonly smallestAccepted: number | null;
    readonly token?: {
      readonly category: string;
      readonly amount: string;
      readonly nft?: { readonly capability: 'none' | 'mutable' | 'minting'; readonly commitment: string };
    };
  }[];
}

const { cases, dust } = nodeFixture('policy') as Fixture;

describe('recorded dust limits', () => {
  it.each(dust.filter(({ smallestAccepted }) => smallestAccepted !== null))(
    '$type: $smallestAccepted satoshis',
    ({ lockingBytecode, smallestAccepted, token }) => {
      const output = {
        lockingBytecode: hexToBin(lockingBytecode),
        valueSatoshis: 0n,
        ...(token && {
          token: {
            amount: BigInt(token.amount),
            category: hexToBin(token.category),
            ...(token.nft && {
              nft: { capability: token.nft.capability, commitment: hexToBin(token.nft.commitment) },
            }),
          },
        }),
      };
      expect(getDustThreshold(output)).toBe(BigInt(smallestAccepted ?? -1));
    },
  );

  it.each(dust.filter(({ token, smallestAccepted }) => smallestAccepted === null && token === undefined))(
    'takes no output of the type at any value: $type',
    ({ lockingBytecode }) => {
      expect(isStandardOutputPattern(hexToBin(lockingBytecode))).toBe(false);
    },
  );
});

describe('since May 2026', () => {
  const may2026 = (recorded: RecordedCase) => ({ ...contextOf(recorded), rules: ruleSets['2026-05'] });

  const reasonOf = (name: string): string | undefined => {
    const recorded = cases.find((each) => each.name === name);
    if (recorded === undefined) throw new Error(`There is no case ${name}.`);
    const verdict = validateTransaction(recordedTransaction(recorded), may2026(recorded));
    return verdict.accepted ? undefined : verdict.refusal.reason;
  };

  it.each([
    'output: bare OP_1',
    'output: bare 200 bytes',
    'output: bare 201 bytes',
    'output: bare multisig 1-of-4',
    'spend: bare OP_1',
    'spend: bare 201 bytes',
    'P2SH32 unlocking bytecode of 1651 bytes (one data push, OP_DROP OP_1)',
    'P2SH32 unlocking bytecode of 10000 bytes (two data pushes)',
  ])('takes: %s', (name) => {
    expect(reasonOf(name)).toBeUndefined();
  });

  it.each([
    ['output: bare 202 bytes', 'scriptpubkey'],
    ['output: bare locking bytecode beginning with 0xef that is no token prefix', 'scriptpubkey'],
    ['spend: bare 202 bytes', 'bad-txns-nonstandard-inputs'],
    ['P2SH32 unlocking bytecode of 10001 bytes (two data pushes)', 'scriptsig-size'],
  ])('refuses: %s', (name, reason) => {
    expect(reasonOf(name)).toBe(reason);
  });

  // Fees and the data limit are no business of libauth's, and a prefix that does not parse it never sees.
  const comparable = cases.filter(({ group, name }) => !['fee', 'OP_RETURN'].includes(group) && !name.includes('0xef'));

  it.each(comparable)("agrees with libauth's whole verdict on relay: $group: $name", (recorded) => {
    const transaction = recordedTransaction(recorded);
    const context = may2026(recorded);
    const sourceOutputs = transaction.spends.flatMap((outpoint) => context.coin(outpoint)?.output ?? []);
    const opinion = context.rules.standard.verify({ sourceOutputs, transaction: transaction.content });
    expect(validateTransaction(transaction, context).accepted).toBe(opinion === true);
  });
});
