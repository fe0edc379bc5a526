import fc from 'fast-check';
import { at, RUNS } from '../support/bytes.js';
import { judge } from '../support/judge.js';
import { outsider } from '../support/parties.js';
import { coinOf, gainOf, seal, type Coin, type Draft } from '../support/transaction.js';
import { createWhitelist, END, FIRST_TIME } from './campaign.js';
import { CLOSER, draftEnd, draftUnitClose, unitInput, unitOf } from './closer.js';
import { OF_A_SCRIPT, VESTED } from './honest-spends.js';
import { LaneTree, leafOf, MARKER } from './lane-tree.js';
import { TIP } from './spends.js';
import { fundLane, type Lane } from './state.js';
import { draftRow, reserveOf, somebody, TERMS } from './whitelist.js';

const anyLife = fc.record({
  asset: fc.constantFrom('BCH' as const, 'FUNGIBLE_TOKEN' as const),
  cancelable: fc.boolean(),
  vested: fc.boolean(),
  lanes: fc.constantFrom(1, 2, 4),
  rows: fc.integer({ min: 1, max: 8 }),
  steps: fc.array(
    fc.record({
      act: fc.constantFrom('claim', 'claim', 'claim', 'hand over', 'close', 'close', 'end', 'early', 'again'),
      lane: fc.nat(3),
      row: fc.nat(7),
    }),
    { maxLength: 40, size: 'max' },
  ),
});

interface Part {
  lane: Lane | undefined;
  readonly tree: LaneTree;
  readonly paid: Set<number>;
}

/**
 * Whole scenarios of campaigns of a script: claims by anybody, the unit handed over at any moment, closes by anybody in any
 * order, beside a plain account of who may do what.
 */
describe('random scenarios of a script’s campaign', () => {
  it('pay rows, close where they may and nowhere else, and keep the unit to the end', () => {
    const seen = { claims: 0, closes: 0, ends: 0, refused: 0 };
    const judged = (draft: Draft, allowed: boolean) => {
      const verdict = judge(draft, TIP);
      expect(verdict.accepted).toBe(allowed);
      expect(gainOf(seal(draft), outsider.lockingBytecode)).toBe(0n);
      seen.refused += allowed ? 0 : 1;
      return allowed ? seal(draft) : undefined;
    };
    fc.assert(
      fc.property(anyLife, ({ asset, cancelable, vested, lanes, rows: count, steps }) => {
        const closable = cancelable ? FIRST_TIME : END;
        const campaign = createWhitelist({ ...TERMS, asset, closable, ...OF_A_SCRIPT, ...(vested && VESTED) });
        const rows = Array.from({ length: count }, (_, i) => ({ recipient: somebody(i), amount: 10_000n + BigInt(i) }));
        const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
        const parts = Array.from({ length: lanes }, (_, number): Part => {
          const tree = new LaneTree(
            TERMS.depth,
            rows.map(({ recipient, amount }) => leafOf(recipient, amount)),
          );
          const value = reserveOf(campaign, count) + (asset === 'BCH' ? total : 0n);
          const state = { root: tree.root, lane: number, claims: 0n };
          return { lane: fundLane(campaign, state, value, total), tree, paid: new Set() };
        });
        // Until it is handed over the unit lies with the creator, who alone can spend it.
        let unit: Coin | undefined;
        for (const { act, lane: number, row: index } of steps) {
          const part = at(parts, number % lanes);
          const { lane, tree, paid } = part;
          if (act === 'hand over') unit ??= unitOf(campaign);
          if (lane === undefined || act === 'hand over') continue;
          const isDone = paid.size === count;
          if (act === 'claim' || act === 'again') {
            const place = index % count;
            const proof = tree.proof(place);
            const sealed = judged(draftRow({ campaign, lane }, at(rows, place), proof), !paid.has(place));
            if (sealed === undefined) continue;
            tree.replace(place, MARKER);
            paid.add(place);
            seen.claims += 1;
            part.lane = { state: coinOf(sealed, 0), ...(lane.companion && { companion: coinOf(sealed, 1) }) };
          } else if (act === 'end') {
            if (judged(draftEnd(campaign, lane), isDone) === undefined) continue;
            part.lane = undefined;
            seen.ends += 1;
          } else if (unit !== undefined) {
            const locktime = Number(END) - (act === 'early' ? 1 : 0);
            const allowed = !isDone && (act === 'close' || cancelable);
            const sealed = judged(draftUnitClose(campaign, lane, unitInput(unit), locktime), allowed);
            if (sealed === undefined) continue;
            const left = rows.filter((_, place) => !paid.has(place)).reduce((sum, { amount }) => sum + amount, 0n);
            const [back, next] = [at(sealed.transaction.outputs, 0), coinOf(sealed, 1)];
            expect(asset === 'BCH' ? back.valueSatoshis >= left : back.token?.amount === left).toBe(true);
            expect(back.lockingBytecode).toEqual(OF_A_SCRIPT.owner);
            expect(next.output).toEqual(unit.output);
            expect(next.output.lockingBytecode).toEqual(CLOSER.lockingBytecode);
            unit = next;
            part.lane = undefined;
            seen.closes += 1;
          }
        }
        // From here every lane can still be ended: by the unit, or by nobody where all is paid.
        unit ??= unitOf(campaign);
        for (const { lane, paid } of parts) {
          if (lane === undefined) continue;
          const draft =
            paid.size === count ? draftEnd(campaign, lane) : draftUnitClose(campaign, lane, unitInput(unit));
          const sealed = judged(draft, true);
          if (sealed !== undefined && paid.size < count) unit = coinOf(sealed, 1);
        }
      }),
      { numRuns: RUNS(60) },
    );
    // The search reaches what it is meant to search.
    expect(seen.claims).toBeGreaterThan(RUNS(60) * 2);
    expect(seen.closes).toBeGreaterThan(RUNS(60) / 2);
    expect(seen.ends).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(RUNS(60));
  });
});
