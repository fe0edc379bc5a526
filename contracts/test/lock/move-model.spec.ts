import { binToHex } from '@bitauth/libauth';
import { Chance } from '@weir/testing';
import { RUNS } from '../support/bytes.js';
import { isValid } from '../support/judge.js';
import { isLedgerSound } from '../support/ledger.js';
import { seal } from '../support/transaction.js';
import { scriptOfLock, type LockTerms } from './lock.js';
import { moveModel } from './move-model.js';
import { randomMove } from './random-moves.js';

it('locks accept exactly the random moves and payments that the rules allow', () => {
  const runs = RUNS(500);
  const chance = new Chance(Number(process.env['WEIR_SEED'] ?? '7'));
  const seen = { accepted: new Map<string, number>(), refused: new Map<string, number>() };
  for (let done = 0; done < runs;) {
    const { draft, locks } = randomMove(chance);
    if (!isLedgerSound(draft)) continue;
    done += 1;
    const known = new Map<string, LockTerms>(locks.map(({ terms }) => [binToHex(scriptOfLock(terms)), terms]));
    const problem = moveModel((script) => known.get(binToHex(script)))(draft);
    const valid = isValid(seal(draft));
    expect({ done, valid, problem: valid ? problem : undefined }).toEqual({
      done,
      valid: problem === undefined,
      problem: undefined,
    });
    const counts = valid ? seen.accepted : seen.refused;
    for (const { unlocking } of draft.inputs) {
      const linked = unlocking.kind === 'call' ? unlocking.linked : undefined;
      if (linked === undefined) continue;
      const path = `${linked.artifact.contractName} ${linked.name}`;
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  // The search reaches both sides of every path.
  for (const contract of ['MovableLockBch', 'MovableLockToken'])
    for (const path of ['announce', 'finish', 'collect', 'pay']) {
      const name = `${contract} ${path}`;
      expect([name, (seen.accepted.get(name) ?? 0) > 3, (seen.refused.get(name) ?? 0) > 10]).toEqual([
        name,
        true,
        true,
      ]);
    }
});
