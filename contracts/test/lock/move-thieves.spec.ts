import { byTreasury, signerRows, THIEF, treasury } from '../plan/move-thief-rows.js';
import { accept, judgeAttack } from '../support/judge.js';
import { SEQUENCE_PLAIN, seal, type Draft, type DraftInput } from '../support/transaction.js';
import {
  FINISH_FEE,
  MOVABLE_TERMS,
  newRecipient,
  pendingAt,
  placeLock,
  spendLock,
  type MovableLock,
} from './lock-moves.js';
import { lockingBytecodeOf, TIP, type LockTerms } from './lock.js';

const { lockingBytecode: to } = newRecipient;

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('locks in %s that a treasury receives', (asset) => {
  const terms: LockTerms = { ...MOVABLE_TERMS, asset, recipient: treasury.lockingBytecode };
  const announced = (locks: readonly MovableLock[], unlocking?: DraftInput['unlocking']): Draft =>
    byTreasury(
      locks.map((lock) => spendLock(lock, 'announce', SEQUENCE_PLAIN, [pendingAt(lock.terms, to)])),
      locks.map((lock) => ({
        ...lock.coin.output,
        lockingBytecode: lockingBytecodeOf(pendingAt(lock.terms, to)),
        valueSatoshis: lock.coin.output.valueSatoshis + FINISH_FEE[asset],
      })),
      to,
      unlocking,
    );
  const [one, two] = [placeLock(terms), placeLock({ ...terms, total: 2n * terms.total })];

  it('move by the signatures of two, one or several', () => {
    accept(announced([one]), TIP);
    accept(announced([one, two]), TIP);
  });

  it('yield nothing to one signer, or to two who agreed to something else', () => {
    const rows = signerRows({
      announced: (unlocking) => announced([one], unlocking),
      more: announced([one, two]),
      foreign: announced([placeLock({ ...MOVABLE_TERMS, asset })]),
      renamed: (output) => ({ ...output, lockingBytecode: lockingBytecodeOf(pendingAt(terms, THIEF.lockingBytecode)) }),
    });
    const passed = rows
      .map(({ name, draft }) => [name, judgeAttack('transaction' in draft ? draft : seal(draft), TIP)] as const)
      .filter(([, verdict]) => verdict.accepted || verdict.by !== 'script');
    expect(passed).toEqual([]);
  });
});
