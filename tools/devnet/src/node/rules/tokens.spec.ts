import { verifyTransactionTokens } from '@bitauth/libauth';
import { contextOf, nodeFixture, type RecordedCase, recordedTransaction } from '../../../test/support/recorded-case.js';
import type { Coin } from './check-transaction.js';
import { RULES } from './rule-set.js';
import { checkTokens } from './tokens.js';
import { validateInBlock } from './validate-transaction.js';

const casesOf = (name: string) => (nodeFixture(name) as { readonly cases: readonly RecordedCase[] }).cases;

const coinsOf = (recorded: RecordedCase): Coin[] =>
  recordedTransaction(recorded).spends.flatMap((outpoint) => contextOf(recorded).coin(outpoint) ?? []);

const isParsed = ({ group, name }: RecordedCase) => group !== 'raw prefix' && !name.includes('0xef');

describe('a second opinion', () => {
  it.each(casesOf('tokens').filter(isParsed))("agrees with libauth's token rules: $name", (recorded) => {
    const transaction = recordedTransaction(recorded);
    const coins = coinsOf(recorded);
    const opinion = verifyTransactionTokens(
      transaction.content,
      coins.map(({ output }) => output),
      { maximumTokenCommitmentLength: RULES.maximumCommitment },
    );
    expect(checkTokens(transaction, coins, RULES.maximumCommitment) === undefined).toBe(opinion === true);
  });

  it.each([...casesOf('tokens'), ...casesOf('policy')].filter(isParsed))(
    "agrees with libauth's whole verdict on blocks: $name",
    (recorded) => {
      const transaction = recordedTransaction(recorded);
      const opinion = RULES.consensus.verify({
        sourceOutputs: coinsOf(recorded).map(({ output }) => output),
        transaction: transaction.content,
      });
      expect(validateInBlock(transaction, contextOf(recorded)).accepted).toBe(opinion === true);
    },
  );
});

describe('longer commitments', () => {
  const long = casesOf('tokens').filter(({ name }) => name.includes('128-byte') || name.includes('129-byte'));

  it.each(long)('has 128 bytes as the limit: $name', (recorded) => {
    const refusal = checkTokens(recordedTransaction(recorded), coinsOf(recorded), 128);
    expect(refusal?.reason).toBe(recorded.name.includes('129') ? 'bad-txns-token-commitment-oversized' : undefined);
  });
});
