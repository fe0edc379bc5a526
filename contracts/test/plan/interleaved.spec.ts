import { accept, judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { createAddress } from './covenant.js';
import { sampled } from './depth.js';
import { MIDDLE, tipAt } from './honest-spends.js';
import { borrowedClocks, interleaved, mixedUp } from './interleaved.js';
import { KINDS } from './kind.js';

describe.each(KINDS)('%s, several of it moved at once', (kind) => {
  const address = createAddress(kind);

  it('does to each what is asked of it, in one funding and in two of the same address', () => {
    for (const { draft } of interleaved(address)) accept(draft, tipAt(MIDDLE));
  });

  it('lets nothing of one serve another', () => {
    const rows = sampled(mixedUp(address), 4);
    expect(rows.length).toBeGreaterThan(10);
    for (const { name, draft, tip } of rows) {
      const verdict = judgeAttack(seal(draft), tip);
      expect([name, verdict.accepted ? 'accepted' : verdict.by]).toEqual([name, 'script']);
    }
  });

  it('is refunded by its own clock alone, whatever others hold as many units', () => {
    for (const { name, draft, tip } of borrowedClocks(address)) {
      const verdict = judgeAttack(seal(draft), tip);
      expect([name, verdict.accepted ? 'accepted' : verdict.by]).toEqual([name, 'script']);
    }
  });
});
