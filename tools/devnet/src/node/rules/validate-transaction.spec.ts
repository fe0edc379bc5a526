import {
  contextOf,
  nodeFixture,
  type RecordedCase,
  recordedTransaction,
  since2026,
} from '../../../test/support/recorded-case.js';
import { rpcText } from './refusal.js';
import { validateInBlock, validateTransaction, type ValidationResult } from './validate-transaction.js';

interface Fixture {
  readonly cases: readonly RecordedCase[];
  readonly lowHeightCases: readonly RecordedCase[];
}

const casesOf = (name: string): readonly RecordedCase[] => (nodeFixture(name) as Fixture).cases.map(since2026);

/** As `testmempoolaccept` and `sendrawtransaction` word it. */
const worded = (verdict: ValidationResult) =>
  verdict.accepted
    ? { reason: null, rpcError: undefined }
    : { reason: `${verdict.refusal.code ?? ''}: ${verdict.refusal.reason}`, rpcError: rpcText(verdict.refusal) };

const offered = (recorded: RecordedCase): ValidationResult =>
  validateTransaction(recordedTransaction(recorded), contextOf(recorded));

const inBlock = (recorded: RecordedCase): ValidationResult =>
  validateInBlock(recordedTransaction(recorded), contextOf(recorded));

describe.each(['finality', 'policy', 'tokens'])(
  'recorded verdicts of the real node, where the rules are the same: %s',
  (name) => {
    it.each(casesOf(name))('$group: $name', (recorded) => {
      const { reason, rpcError } = recorded;
      expect(worded(offered(recorded))).toEqual({ reason, rpcError });
    });

    it.each(casesOf(name).filter(({ blockAccepted }) => blockAccepted !== undefined))(
      'in a block: $group: $name',
      (recorded) => {
        const verdict = inBlock(recorded);
        expect(verdict.accepted).toBe(recorded.blockAccepted);
        expect(verdict.accepted ? undefined : verdict.refusal.reason).toBe(recorded.blockReason);
      },
    );
  },
);

describe('low heights', () => {
  const { lowHeightCases } = nodeFixture('finality') as Fixture;

  it.each(lowHeightCases)('the mempool: $group: $name', (recorded) => {
    const { reason, rpcError } = recorded;
    expect(worded(offered(recorded))).toEqual({ reason, rpcError });
  });

  // Regtest activates lock times only at some height; here they hold from the first block on.
  it.each(lowHeightCases)('a block is held to the same: $group: $name', (recorded) => {
    expect(recorded.blockAccepted).toBe(true);
    expect(inBlock(recorded).accepted).toBe(false);
  });
});
