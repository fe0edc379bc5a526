import {
  type AirdropAsset,
  buildKeylessWhitelistClaim,
  buildWhitelistClaim,
  findClaimedLock,
  type WhitelistParameters,
} from '../../src/index.js';
import { AirdropScenario, type campaignTerms, Rows } from './airdrop-scenario.js';
import type { TestChain } from './chain.js';
import { fundLocks, LiveLock } from './lock-scenario.js';
import type { Party } from './party.js';
import { somebody } from './plan-scenario.js';

const DAY = 86_400n;

/** What the cases of locks work with. */
interface LockSetting {
  readonly chain: TestChain;
  readonly payer: Party;
  readonly payee: Party;
  readonly name: (step: string) => void;
  readonly asset: AirdropAsset;
}

const vestingAt = (start: bigint) => ({ start, cliff: start + 10n * DAY, step: DAY, steps: 100n });

/** Three locks of two recipients, the first of which is paid to its end. */
export const runLocks = async ({ chain, payer, payee, name, asset }: LockSetting): Promise<void> => {
  const start = chain.locktime();
  const order = { recipient: payee.lockingBytecode, total: 40_000_000n, ...vestingAt(start) };
  name('funding of three');
  const { found } = await fundLocks(chain, payer, asset, [
    order,
    { ...order, recipient: somebody(1), steps: 200n },
    { ...order, total: 50_000_000n },
  ]);
  const [first] = found;
  if (first === undefined) throw new Error('Three were funded');
  const lock = new LiveLock(chain, first);
  chain.reach(start + 10n * DAY);
  name('payment');
  lock.push();
  chain.reach(start + 11n * DAY);
  name('payment beside a coin of the recipient');
  await lock.pay(payee);
  chain.reach(start + 50n * DAY);
  name('payment beside a coin of another');
  await lock.pay(payer);
  chain.reach(start + 100n * DAY);
  name('last payment');
  lock.push();
};

/** A vested list, two of its claims, and the end of a lock that one of them made. */
export const runVestedList = async (
  { chain, payer, payee, name, asset }: LockSetting,
  terms: ReturnType<typeof campaignTerms>,
): Promise<void> => {
  const list = [payee.hash, ...Array.from({ length: 5 }, (_, i) => new Uint8Array(20).fill(i + 1))];
  const rows = new Rows(
    list.map((hash, i) => ({ hash, amount: 4_000_000n + BigInt(i) })),
    terms.lanes,
    3,
  );
  const vesting = vestingAt(terms.start);
  const parameters: WhitelistParameters = {
    ...terms,
    kind: 'WHITELIST',
    depth: 3,
    rows: list.length,
    total: rows.total,
    vesting,
  };
  name('funding');
  const scenario = await AirdropScenario.fund(chain, payer, parameters, { asset, whitelist: rows.funded });
  const claimOf = (row: number) => scenario.claim(rows.laneOf(row), rows.proof(row));
  name('claim that its recipient signs');
  const { txid } = await scenario.send(payee, 0, buildWhitelistClaim(claimOf(0), { hash: payee.hash, coins: [] }));
  name('claim without a signature');
  scenario.submit(rows.laneOf(1), buildKeylessWhitelistClaim(claimOf(1)));
  const found = findClaimedLock('devnet', txid, chain.transaction(txid));
  if (found === undefined) throw new Error('The claim made no lock');
  chain.reach(vesting.start + 100n * DAY);
  name('last payment of a claimed lock');
  new LiveLock(chain, found).push();
};
