import {
  binToHex,
  decodeTransactionCommon,
  decodeTransactionOutputs,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  encodeTransactionOutputs,
  hash256,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import fc from 'fast-check';
import { PROPOSALS } from '@weir/kinds';
import {
  type AirdropAsset,
  announcedFee,
  buildFinishLockMove,
  buildKeylessLockPayment,
  buildLockFunding,
  consentsOnlyTo,
  CovenantError,
  decodeVaultProposal,
  encodeVaultProposal,
  findLockFunding,
  LOCK_MOVE_FEE,
  lockConsentsIn,
  type LockMove,
  lockPayout,
  lockUnits,
  MOVE_NOTE_SATOSHIS,
  type Network,
  proposeAnnouncement,
  readLockTransition,
  type StreamMove,
  type TreasuryContract,
  type VaultHoldings,
  type VaultProposal,
  type VaultProposalKind,
  type VaultProposalRecord,
  vaultConsentsIn,
} from '../src/index.js';
import { pendingLock } from '../src/lock/lock-contract.js';
import { encodeMoveNotice } from '../src/plan/move-notice.js';
import { payoutsOf } from '../src/vault/vault-transition.js';
import { assetOf } from './support/airdrop-scenario.js';
import type { TestChain } from './support/chain.js';
import { createParty, keyless, type Party } from './support/party.js';
import { planOf, PlanScenario, somebody, streamOf } from './support/plan-scenario.js';
import { openRoster } from './support/roster-scenario.js';
import { openScene } from './support/vault-scenario.js';

const DAY = 86_400n;
const TOTAL = 40_000_000n;
/** Blocks between announcement and move. */
const DELAY = 5;
const NETWORK: Network = 'devnet';
const KINDS = Object.keys(PROPOSALS) as readonly VaultProposalKind[];

/** A treasury with its state, by what is the same of a vault and a roster. */
interface Treasury {
  readonly chain: TestChain;
  readonly contract: TreasuryContract;
  readonly holdings: () => VaultHoldings;
  /** Two signers agree; the network gets it. Returns the txid. */
  readonly execute: (proposal: VaultProposal) => Promise<string>;
}

const openVault = async (): Promise<Treasury> => {
  const { chain, scenario } = await openScene(900_000n);
  return {
    chain,
    contract: scenario.contract,
    holdings: () => scenario.holdings,
    execute: async (proposal) => {
      const step = await scenario.execute(proposal, 'alice', 'carol');
      if (step === undefined) throw new Error('The vault did not spend its state');
      return step.txid;
    },
  };
};

const openRosterTreasury = async (): Promise<Treasury> => {
  const life = await openRoster(undefined, 900_000n);
  return {
    chain: life.chain,
    contract: life.contract,
    holdings: () => life.holdings,
    execute: async (proposal) => (await life.execute(proposal, 'anna', 'cleo')).txid,
  };
};

const OPENED = { vault: openVault, roster: openRosterTreasury } as const;
let parties = 0;

/** Locks that a treasury receives, of which something was paid already, followed from step to step. */
const received = async ({ chain, contract }: Treasury, type: AirdropAsset['type'], count = 2) => {
  parties += 1;
  const sender = createParty(chain, `sender of locks ${parties}`, 900_000_000n, 800_000_000n);
  const asset = assetOf(chain, sender, type, 10_000_000_000n);
  chain.mine(1);
  const start = chain.locktime();
  const locks = Array.from({ length: count }, (_, i) => ({
    recipient: contract.lockingBytecode,
    total: TOTAL + BigInt(i),
    start,
    cliff: start + DAY,
    step: DAY,
    steps: 100n,
  }));
  const draft = { asset, sender: sender.lockingBytecode, delay: DELAY, locks };
  const txid = await sender.send(buildLockFunding(draft, sender.funds(), NETWORK, chain.tip()));
  const found = findLockFunding(NETWORK, txid, chain.transaction(txid));
  if (!found.ok) throw new Error(found.problem);
  const moves: LockMove[] = found.found.locks.map(({ contract: lock, coin }) => ({ contract: lock, coin }));
  const at = (place: number): LockMove => {
    const move = moves[place];
    if (move === undefined) throw new Error('There is no such lock');
    return move;
  };
  const follow = (place: number, id: string) => {
    const move = at(place);
    const step = readLockTransition(move.contract, move.coin, id, chain.transaction(id));
    if (step?.next === undefined) throw new Error(`${id} is not a step of the lock`);
    moves[place] = { contract: step.contract, coin: step.next };
    return step;
  };
  chain.reach(start + 10n * DAY);
  for (const place of locks.keys()) {
    const move = at(place);
    const payout = lockPayout(move.contract, move.coin, chain.locktime());
    if (payout === undefined) throw new Error('Nothing is due');
    follow(place, chain.node.submit(keyless(buildKeylessLockPayment({ ...move, payout })).hex));
  }
  chain.mine(1);
  const finish = (place: number) => follow(place, chain.node.submit(keyless(buildFinishLockMove(at(place))).hex));
  return { sender, asset, start, at, follow, finish, moves: () => moves };
};

const announce = (
  treasury: Treasury,
  locks: readonly LockMove[],
  to: Uint8Array,
  streams: readonly StreamMove[] = [],
) => proposeAnnouncement(treasury.contract, treasury.holdings(), { streams, locks }, to);

/** As the service stores it, and the next signer reads it. */
const stored = (treasury: Treasury, proposal: VaultProposal): VaultProposal => {
  const record = encodeVaultProposal(proposal);
  const read = decodeVaultProposal(treasury.contract, record);
  expect(encodeVaultProposal(read)).toEqual(record);
  return read;
};

const transactionOf = ({ unsignedTransaction }: VaultProposalRecord): TransactionCommon => {
  const decoded = decodeTransactionCommon(hexToBin(unsignedTransaction));
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
};
const sourcesOf = ({ sourceOutputs }: VaultProposalRecord): Output[] => {
  const decoded = decodeTransactionOutputs(hexToBin(sourceOutputs));
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
};
const withParts = (
  record: VaultProposalRecord,
  change: (transaction: TransactionCommon) => TransactionCommon,
  sources: (before: Output[]) => Output[] = (before) => before,
): VaultProposalRecord => ({
  ...record,
  unsignedTransaction: binToHex(encodeTransactionCommon(change(transactionOf(record)))),
  sourceOutputs: binToHex(encodeTransactionOutputs(sources(sourcesOf(record)))),
});

/** What a refusal names. */
const problemOf = ({ contract }: Treasury, record: VaultProposalRecord): string | undefined => {
  try {
    decodeVaultProposal(contract, record);
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return undefined;
};

const NO_TRANSACTION = {
  transaction: { version: 2, locktime: 0, inputs: [], outputs: [] },
  sourceOutputs: [],
  inputIndex: 0,
};
const pushedBy = ({ contract }: LockMove, name: 'pay' | 'announce' | 'finish' | 'collect'): Uint8Array =>
  contract.unlock(name).generateUnlockingBytecode(NO_TRANSACTION);

const fresh = (chain: TestChain): Party => {
  parties += 1;
  return createParty(chain, `new wallet ${parties}`);
};

describe.each(['vault', 'roster'] as const)('a %s as the recipient of locks that can move', (kind) => {
  describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('in %s', (type) => {
    it('announces another address by two signatures, undoes it, and announces it again until anybody finishes', async () => {
      const treasury = await OPENED[kind]();
      const { chain, contract } = treasury;
      const { at, follow, finish } = await received(treasury, type, 1);
      const to = fresh(chain);
      const before = at(0);
      expect(lockUnits(before.contract, before.coin)).toBeLessThan(TOTAL);
      const first = announce(treasury, [before], to.lockingBytecode);
      expect(announcedFee(before)).toBe(LOCK_MOVE_FEE[type]);
      const txid = await treasury.execute(stored(treasury, first));
      const transaction = chain.transaction(txid);
      expect(transaction.locktime).toBe(2);
      expect(vaultConsentsIn(transaction)).toEqual([{ input: 1, inputs: 1, act: 'announce', behind: 2 }]);
      expect([
        consentsOnlyTo(vaultConsentsIn(transaction), 'announce'),
        consentsOnlyTo(vaultConsentsIn(transaction), undefined),
      ]).toEqual([true, false]);
      // The lock's own output is not a payment of the treasury's.
      expect(payoutsOf(contract, transaction).map(({ valueSatoshis }) => valueSatoshis)).toEqual([
        0n,
        MOVE_NOTE_SATOSHIS,
      ]);
      expect(follow(0, txid)).toMatchObject({ kind: 'announce', released: 0n });
      expect(at(0).coin.satoshis).toBe(before.coin.satoshis + LOCK_MOVE_FEE[type]);
      expect(() => finish(0)).toThrow();

      const undo = announce(treasury, [at(0)], contract.lockingBytecode);
      expect(announcedFee(at(0))).toBe(0n);
      expect(undo.outputs.some(({ amount }) => amount === MOVE_NOTE_SATOSHIS)).toBe(false);
      expect(follow(0, await treasury.execute(stored(treasury, undo)))).toMatchObject({ kind: 'undo' });
      expect(finish(0)).toMatchObject({ kind: 'keep' });
      expect(at(0).contract.address).toBe(before.contract.address);
      expect(at(0).coin.satoshis).toBe(before.coin.satoshis);

      const again = announce(treasury, [at(0)], to.lockingBytecode);
      follow(0, await treasury.execute(stored(treasury, again)));
      chain.mine(DELAY);
      expect(finish(0)).toMatchObject({ kind: 'finish', released: 0n });
      expect(at(0).contract.terms.recipient).toEqual(to.lockingBytecode);
      // It belongs to the new address from then on.
      expect(() => announce(treasury, [at(0)], contract.lockingBytecode)).toThrow('the recipient of all locks');
    });

    it('moves several at once, beside streams that it receives', async () => {
      const treasury = await OPENED[kind]();
      const { chain, contract } = treasury;
      const { at, follow, sender, asset } = await received(treasury, type, 2);
      const product = type === 'BCH' ? 'VESTING_BCH' : 'VESTING_TOKEN';
      const draft = streamOf(product, contract.lockingBytecode, chain.locktime(), { total: 1_000_000n, periods: 100 });
      const terms = planOf(product, sender.lockingBytecode, [draft], { delay: DELAY });
      const plan = await PlanScenario.fund(chain, sender, terms, asset.type === 'BCH' ? undefined : asset.category);
      chain.mine(1);
      const to = fresh(chain);
      const stream = { contract: plan.stream(1).contract, coin: plan.coin(1) };
      const proposal = announce(treasury, [at(0), at(1)], to.lockingBytecode, [stream]);
      const txid = await treasury.execute(stored(treasury, proposal));
      const own = type === 'BCH' ? 1 : 2;
      expect(chain.transaction(txid).locktime).toBe(own + 3);
      expect(lockConsentsIn(chain.transaction(txid)).map(({ input }) => input)).toEqual([own + 1, own + 2]);
      expect(plan.follow(1, txid)).toMatchObject({ kind: 'announce', named: to.lockingBytecode });
      for (const place of [0, 1]) expect(follow(place, txid)).toMatchObject({ kind: 'announce' });
    });
  });

  it('is not taken to agree to anything else', async () => {
    const treasury = await OPENED[kind]();
    const { chain } = treasury;
    const { at, sender, asset, start } = await received(treasury, 'BCH', 3);
    const [to, thief] = [fresh(chain), fresh(chain)];
    const [one, two, other] = [at(0), at(1), at(2)];
    const record = encodeVaultProposal(announce(treasury, [one, two], to.lockingBytecode));
    expect(problemOf(treasury, record)).toBeUndefined();
    const transaction = transactionOf(record);
    const input = (place: number, unlockingBytecode: Uint8Array) =>
      withParts(record, (before) => ({
        ...before,
        inputs: before.inputs.map((each, i) => (i === place ? { ...each, unlockingBytecode } : each)),
      }));
    const output = (place: number, lockingBytecode: Uint8Array) =>
      withParts(record, (before) => ({
        ...before,
        outputs: before.outputs.map((each, i) => (i === place ? { ...each, lockingBytecode } : each)),
      }));
    const fixed = await (async () => {
      const order = {
        recipient: treasury.contract.lockingBytecode,
        total: TOTAL,
        start,
        cliff: start,
        step: DAY,
        steps: 100n,
      };
      const draft = { asset, sender: sender.lockingBytecode, locks: [order] };
      const txid = await sender.send(buildLockFunding(draft, sender.funds(), NETWORK, chain.tip()));
      const found = findLockFunding(NETWORK, txid, chain.transaction(txid));
      if (!found.ok || found.found.locks[0] === undefined) throw new Error('There is one lock');
      return found.found.locks[0];
    })();
    /** The same with one more input of another contract behind those that are filled, and where it goes on. */
    const added = (lockingBytecode: Uint8Array, unlockingBytecode: Uint8Array, next: Uint8Array) =>
      withParts(
        record,
        (before) => ({
          ...before,
          locktime: before.locktime + 1,
          inputs: before.inputs.toSpliced(3, 0, {
            outpointIndex: 0,
            outpointTransactionHash: new Uint8Array(32).fill(9),
            sequenceNumber: 0xfffffffe,
            unlockingBytecode,
          }),
          outputs: before.outputs.toSpliced(3, 0, { lockingBytecode: next, valueSatoshis: 1_000_600n }),
        }),
        (before) => before.toSpliced(3, 0, { lockingBytecode, valueSatoshis: 1_000_000n }),
      );
    const thiefs = (move: LockMove) => pendingLock(move.contract, thief.lockingBytecode).lockingBytecode;
    const universal = Uint8Array.of(0x51);
    const rows: readonly (readonly [string, VaultProposalRecord])[] = [
      ['another address at one lock', output(1, thiefs(one))],
      ['another address in the notice', output(transaction.locktime, encodeMoveNotice(thief.lockingBytecode))],
      ['another lock’s place', output(1, pendingLock(two.contract, to.lockingBytecode).lockingBytecode)],
      ['a lock that is paid out', output(2, thief.lockingBytecode)],
      ['a lock that stays where it is', output(2, two.contract.lockingBytecode)],
      ['a notice at another output', withParts(record, (before) => ({ ...before, locktime: before.locktime + 1 }))],
      ['a time instead of the notice', withParts(record, (before) => ({ ...before, locktime: 1_800_000_000 }))],
      ['a payment', input(1, pushedBy(one, 'pay'))],
      ['a finish', input(2, pushedBy(two, 'finish'))],
      ['a collection', input(2, pushedBy(two, 'collect'))],
      [
        'a lock that cannot move beside them',
        added(
          fixed.contract.lockingBytecode,
          fixed.contract.unlock('pay').generateUnlockingBytecode(NO_TRANSACTION),
          fixed.contract.lockingBytecode,
        ),
      ],
      [
        'another script beside them',
        added(encodeLockingBytecodeP2sh32(hash256(universal)), Uint8Array.of(1, ...universal), thief.lockingBytecode),
      ],
      [
        'a third lock that goes to somebody else',
        added(other.contract.lockingBytecode, pushedBy(other, 'announce'), thiefs(other)),
      ],
      [
        'a third lock that is paid',
        added(other.contract.lockingBytecode, pushedBy(other, 'pay'), other.contract.lockingBytecode),
      ],
    ];
    expect(
      rows.filter(([, changed]) => problemOf(treasury, changed) !== 'HIDDEN_CONSENT').map(([name]) => name),
    ).toEqual([]);
    // The input of another lock whose coin is elsewhere is not even of this proposal.
    expect(problemOf(treasury, input(1, pushedBy(other, 'announce')))).toBe('MALFORMED');
    for (const each of KINDS.filter((one) => one !== 'announce'))
      expect([each, problemOf(treasury, { ...record, kind: each })]).toEqual([
        each,
        expect.stringMatching(/^(HIDDEN_CONSENT|MALFORMED)$/),
      ]);
  });

  it('announces nothing of a lock that cannot move, or of somebody else’s', async () => {
    const treasury = await OPENED[kind]();
    const other = await openVault();
    const { at } = await received(treasury, 'BCH', 1);
    const theirs = await received(other, 'BCH', 1);
    const to = fresh(treasury.chain).lockingBytecode;
    expect(() => announce(treasury, [theirs.at(0)], to)).toThrow('the recipient of all locks');
    const { delay: _, ...terms } = at(0).contract.terms;
    const fixed = { ...at(0), contract: { ...at(0).contract, terms } };
    expect(() => announce(treasury, [fixed], to)).toThrow('cannot move');
    expect(() => announce(treasury, [], to)).toThrow('1 to');
    expect(() => announce(treasury, [at(0)], at(0).contract.lockingBytecode)).toThrow('the address is of a contract');
  });

  it('is read as agreeing to an announcement only as long as no byte of input or outputs is another', async () => {
    const treasury = await OPENED[kind]();
    const { at } = await received(treasury, 'FUNGIBLE_TOKEN', 1);
    const record = encodeVaultProposal(announce(treasury, [at(0)], somebody(3)));
    const { inputs, outputs, locktime } = transactionOf(record);
    const unlocking = inputs[1]?.unlockingBytecode ?? new Uint8Array();
    const places = [outputs[1], outputs[locktime]].map((each) => each?.lockingBytecode ?? new Uint8Array());
    const flipped = (bytes: Uint8Array, at_: number, bit: number) => {
      const place = at_ % bytes.length;
      return bytes.with(place, (bytes[place] ?? 0) ^ (1 << bit));
    };
    fc.assert(
      fc.property(fc.constantFrom('input', 'lock', 'notice'), fc.nat(), fc.nat(7), (what, place, bit) => {
        const changed = withParts(record, (before) => ({
          ...before,
          inputs: before.inputs.map((each, i) =>
            what === 'input' && i === 1 ? { ...each, unlockingBytecode: flipped(unlocking, place, bit) } : each,
          ),
          outputs: before.outputs.map((each, i) => {
            if (what === 'lock' && i === 1)
              return { ...each, lockingBytecode: flipped(places[0] ?? each.lockingBytecode, place, bit) };
            if (what === 'notice' && i === locktime)
              return { ...each, lockingBytecode: flipped(places[1] ?? each.lockingBytecode, place, bit) };
            return each;
          }),
        }));
        return problemOf(treasury, changed) !== undefined;
      }),
      { numRuns: 300 },
    );
  });
});
