import { getDustThreshold, hexToBin } from '@bitauth/libauth';
import {
  contextOf,
  nodeFixture,
  outputOf,
  type RecordedCase,
  type RecordedToken,
  recordedTransaction,
} from '../../../test/support/recorded-case.js';
import { RULES } from './rule-set.js';
import { isStandardOutputPattern } from './standardness.js';
import { validateInBlock, validateTransaction } from './validate-transaction.js';

interface Fixture {
  readonly cases: readonly RecordedCase[];
  readonly dust: readonly {
    readonly type: string;
    readonly lockingBytecode: string;
    readonly outputBytes: number;
    readonly smallestAccepted: number | null;
    readonly token?: RecordedToken;
  }[];
}

const { cases, dust } = nodeFixture('policy') as Fixture;
const { cases: tokens } = nodeFixture('tokens') as Pick<Fixture, 'cases'>;

describe('recorded dust limits', () => {
  it.each(dust.filter(({ smallestAccepted }) => smallestAccepted !== null))(
    '$type: $smallestAccepted satoshis',
    ({ lockingBytecode, smallestAccepted, token }) => {
      const output = outputOf({ lockingBytecode, valueSatoshis: '0', ...(token && { token }) });
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
  // Libauth does not check fees or the data limit, and never sees a prefix that does not parse.
  const comparable = cases.filter(({ group, name }) => !['fee', 'OP_RETURN'].includes(group) && !name.includes('0xef'));

  const opinion = (recorded: RecordedCase, rules: 'standard' | 'consensus'): boolean => {
    const { spends, content: transaction } = recordedTransaction(recorded);
    const sourceOutputs = spends.flatMap((outpoint) => contextOf(recorded).coin(outpoint)?.output ?? []);
    return RULES[rules].verify({ sourceOutputs, transaction }) === true;
  };

  it.each(comparable)("agrees with libauth's whole verdict on relay: $group: $name", (recorded) => {
    const { accepted } = validateTransaction(recordedTransaction(recorded), contextOf(recorded));
    expect(accepted).toBe(opinion(recorded, 'standard'));
  });

  const parsed = [...tokens, ...cases].filter(({ group, name }) => group !== 'raw prefix' && !name.includes('0xef'));

  it.each(parsed)("agrees with libauth's whole verdict on blocks: $name", (recorded) => {
    const { accepted } = validateInBlock(recordedTransaction(recorded), contextOf(recorded));
    expect(accepted).toBe(opinion(recorded, 'consensus'));
  });
});
