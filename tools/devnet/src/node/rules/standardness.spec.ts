import { getDustThreshold, hexToBin } from '@bitauth/libauth';
import { contextOf, nodeFixture, type RecordedCase, recordedTransaction } from '../../../test/support/recorded-case.js';
import { RULES } from './rule-set.js';
import { isStandardOutputPattern } from './standardness.js';
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

describe('a second opinion', () => {
  // Fees and the data limit are no business of libauth's, and a prefix that does not parse it never sees.
  const comparable = cases.filter(({ group, name }) => !['fee', 'OP_RETURN'].includes(group) && !name.includes('0xef'));

  it.each(comparable)("agrees with libauth's whole verdict on relay: $group: $name", (recorded) => {
    const transaction = recordedTransaction(recorded);
    const context = contextOf(recorded);
    const sourceOutputs = transaction.spends.flatMap((outpoint) => context.coin(outpoint)?.output ?? []);
    const opinion = RULES.standard.verify({ sourceOutputs, transaction: transaction.content });
    expect(validateTransaction(transaction, context).accepted).toBe(opinion === true);
  });
});
