import type { AirdropAssetType } from '../../src/index.js';
import { lockingBytecodeOf, unitsOf } from '../lock/lock.js';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { refuses } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { seal, type Draft, type Sealed } from '../support/transaction.js';
import { type Campaign, createWhitelist, lockTerms } from './campaign.js';
import { draftClose } from './drafting.js';
import { VESTED } from './honest-spends.js';
import { LaneTree, leafOf, MARKER } from './lane-tree.js';
import { LaneScenario, TIP } from './spends.js';
import { fundLane, readState } from './state.js';
import { draftRow, reserveOf, somebody, TERMS, type Row } from './whitelist.js';

export interface Setting {
  readonly asset: AirdropAssetType;
  readonly sponsored: boolean;
  /** Whether claims pay locks. */
  readonly vested?: boolean;
  /** Of each lane's tree. */
  readonly depth: number;
  readonly lanes: number;
  readonly amounts: readonly bigint[];
  /** One of so many steps is put before the network; all of them without it. */
  readonly sample?: number;
}

/** How a step tries to be paid: the first three are valid. */
export const WAYS = [
  'keyless',
  'signed',
  'paid by another',
  'by an old proof',
  'from another lane',
  'with one unit more',
  'to somebody else',
] as const;
export interface Step {
  readonly row: number;
  readonly way: (typeof WAYS)[number];
}

interface Part {
  readonly rows: readonly Row[];
  readonly tree: LaneTree;
  /** The tree as funded, whose proofs grow old. */
  readonly first: LaneTree;
  readonly scenario: LaneScenario;
  readonly funded: { readonly satoshis: bigint; readonly tokens: bigint };
}

/** A whitelist of several lanes, beside a plain set of the rows that have been paid. */
export class Trial {
  readonly campaign: Campaign;
  readonly parts: readonly Part[];
  readonly paid = new Set<number>();
  refused = 0;
  steps = 0;
  fees = 0n;

  constructor(readonly setting: Setting) {
    const { asset, sponsored, vested = false, depth, lanes, amounts } = setting;
    this.campaign = createWhitelist({ ...TERMS, asset, sponsored, depth, ...(vested && VESTED) });
    const rows = amounts.map((amount, i): Row => ({ recipient: i % 3 === 0 ? recipient.hash : somebody(i), amount }));
    this.parts = Array.from({ length: lanes }, (_, lane) => {
      const own = rows.filter((__, index) => index % lanes === lane);
      const leaves = own.map((row) => leafOf(row.recipient, row.amount));
      const tree = new LaneTree(depth, leaves);
      const total = own.reduce((sum, { amount }) => sum + amount, 0n);
      const satoshis = reserveOf(this.campaign, own.length) + (asset === 'BCH' ? total : 0n);
      const state = { root: tree.root, lane, claims: 0n };
      const scenario = new LaneScenario(fundLane(this.campaign, state, satoshis, total), TIP);
      return {
        rows: own,
        tree,
        first: new LaneTree(depth, leaves),
        scenario,
        funded: { satoshis: scenario.value, tokens: scenario.tokens },
      };
    });
  }

  private draft(part: Part, place: number, way: Step['way'], lane: number): Draft {
    const row = at(part.rows, place);
    const proof = way === 'by an old proof' ? part.first.proof(place) : part.tree.proof(place);
    const claimed = {
      ...row,
      amount: row.amount + (way === 'with one unit more' ? 1n : 0n),
      ...(way === 'to somebody else' ? { recipient: outsider.hash } : {}),
    };
    const from = way === 'from another lane' ? at(this.parts, (lane + 1) % this.parts.length) : part;
    const signer = way === 'signed' && row.recipient === recipient.hash ? { signer: recipient } : {};
    const own = way === 'paid by another' || !this.setting.sponsored ? { purse: purse(outsider, 100_000n) } : {};
    return draftRow({ campaign: this.campaign, lane: from.scenario.lane }, claimed, proof, { ...signer, ...own });
  }

  /** Whether the rules of a whitelist, in plain words, allow a step. */
  private allows(part: Part, index: number, place: number, way: Step['way']): boolean {
    if (this.paid.has(index) || way === 'with one unit more' || way === 'to somebody else') return false;
    if (way === 'from another lane') return this.parts.length === 1;
    if (way !== 'by an old proof') return true;
    const [old, now] = [part.first.proof(place), part.tree.proof(place)];
    return old.siblings.every((sibling, level) => sibling.toString() === at(now.siblings, level).toString());
  }

  step({ row, way }: Step): void {
    const index = row % this.setting.amounts.length;
    const lane = index % this.setting.lanes;
    const part = at(this.parts, lane);
    const place = (index - lane) / this.setting.lanes;
    const draft = this.draft(part, place, way, lane);
    const judged = (this.steps += 1) % (this.setting.sample ?? 1) === 0;
    if (!this.allows(part, index, place, way)) {
      if (judged) expect(refuses(draft, TIP)).toBe(true);
      this.refused += 1;
      return;
    }
    const sealed = part.scenario.send(draft, judged);
    this.paysItsLock(sealed, at(part.rows, place));
    part.tree.replace(place, MARKER);
    this.paid.add(index);
    if (draft.inputs.every(({ unlocking }) => unlocking.kind === 'call'))
      this.fees += BigInt(seal(draft).size) + (this.setting.asset === 'BCH' ? 0n : this.campaign.payout);
    this.check();
  }

  /** A vested claim pays a lock of the row's recipient and amount, from which nobody gets anything before its cliff. */
  private paysItsLock({ transaction }: Sealed, { recipient: hash, amount }: Row): void {
    const { terms } = this.campaign;
    if (terms.vested === undefined) return;
    const paid = at(transaction.outputs, terms.asset === 'BCH' ? 1 : 2);
    const lock = lockTerms(terms, terms.vested, hash, amount);
    expect(paid.lockingBytecode).toEqual(lockingBytecodeOf(lock));
    expect(unitsOf(lock, paid)).toBe(amount);
  }

  /** Nothing but the rows of the set has left, beside fees. */
  private check(): void {
    const gone = [...this.paid].reduce((sum, index) => sum + at(this.setting.amounts, index), 0n);
    const held = this.parts.reduce(
      (sum, { scenario, funded }) => ({
        satoshis: sum.satoshis + funded.satoshis - scenario.value,
        tokens: sum.tokens + funded.tokens - scenario.tokens,
      }),
      { satoshis: 0n, tokens: 0n },
    );
    expect(held).toEqual(
      this.setting.asset === 'BCH' ? { satoshis: gone + this.fees, tokens: 0n } : { satoshis: this.fees, tokens: gone },
    );
    for (const { scenario, tree } of this.parts) expect(readState(scenario.lane.state.output).root).toEqual(tree.root);
    const counted = this.parts.reduce((sum, { scenario }) => sum + readState(scenario.lane.state.output).claims, 0n);
    expect(counted).toBe(BigInt(this.paid.size));
  }

  /** From here every row can still be paid, and then every lane be closed by anybody; not sooner. */
  finish(): void {
    for (const { scenario, rows } of this.parts)
      if (
        rows.some(
          (_, place) =>
            !this.paid.has(place * this.setting.lanes + this.parts.findIndex((part) => part.scenario === scenario)),
        )
      )
        expect(refuses(draftClose(this.campaign, scenario.lane, 'nobody', 0), TIP)).toBe(true);
    for (const index of this.setting.amounts.keys())
      if (!this.paid.has(index)) this.step({ row: index, way: 'keyless' });
    for (const { scenario } of this.parts) {
      scenario.send(draftClose(this.campaign, scenario.lane, 'nobody', 0));
      expect(scenario.closed).toBe(true);
    }
  }
}
