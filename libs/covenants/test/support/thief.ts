import {
  buildPlanRefund,
  buildPlanStop,
  findPlanFunding,
  planStop,
  readPlanTransition,
  type PlanClockCoin,
  type PlanCoin,
  type PlanPart,
  type VestingDraft,
} from '../../src/index.js';
import { fundingOutputs } from '../../src/plan/funding/funding-outputs.js';
import { assemble, type PlannedOutput } from '../../src/transaction/assemble.js';
import { createTestChain } from './chain.js';
import { createParty } from './party.js';
import { partsOf, planOf } from './plan-scenario.js';

let scenes = 0;

/**
 * Funds vesting streams in BCH on a new chain as a thief would, who changes the outputs of a sound funding.
 *
 * @param drafts of streams, given the chain's locktime
 */
export const fundAsThief = async (
  drafts: (now: bigint) => readonly VestingDraft[],
  change: (outputs: PlannedOutput[], category: string, part: PlanPart) => PlannedOutput[],
) => {
  const chain = createTestChain();
  scenes += 1;
  const thief = createParty(chain, `thief ${scenes}`, 5_000_000_000n, 1_000_000n, 1_000_000n, 1_000_000n);
  const stranger = createParty(chain, `stranger ${scenes}`, 1_000_000n);
  chain.mine(1);
  const [part] = partsOf(planOf('VESTING_BCH', thief.lockingBytecode, drafts(chain.locktime())));
  const [genesis] = thief.coins();
  const [contract] = part?.contracts ?? [];
  if (part === undefined || genesis === undefined || contract === undefined) throw new Error('Nothing to fund with');
  const outputs = change(fundingOutputs(part, genesis.txid, undefined, chain.tip()), genesis.txid, part);
  const txid = await thief.send(
    assemble({
      network: 'devnet',
      contractInputs: [],
      requiredCoins: [genesis],
      outputs,
      locktime: 0n,
      wallet: thief.funds(),
      change: 'first',
      userPrompt: 'Fund',
    }),
  );
  const coins = part.streams.map(({ state, principal, reserve }, i): PlanCoin => ({
    outpoint: { txid, vout: i + 1 },
    category: genesis.txid,
    units: BigInt(state.index),
    state,
    principal,
    reserve,
    companion: undefined,
  }));
  const [{ recipient } = { recipient: thief.lockingBytecode }] = part.streams;

  /** Cancels a stream on the chain, now or dated to a locktime. */
  const cancel = async (coin: PlanCoin, locktime = chain.locktime()) => {
    const stop = planStop(contract, coin, 'cancel', locktime);
    if (stop === undefined) throw new Error('No cancel is possible');
    const cancelled = await thief.send(buildPlanStop([{ contract, coin, recipient, stop }], thief.funds()));
    const read = readPlanTransition(contract, coin, cancelled, chain.transaction(cancelled));
    if (!read.ok || read.transition.next === undefined || read.transition.clock === undefined)
      throw new Error('No cancel');
    return { coin: read.transition.next, clock: read.transition.clock, stop };
  };
  /** Sends a refund by a clock, whosever it is. */
  const refundBy = (coin: PlanCoin, clock: PlanClockCoin): string => {
    const built = buildPlanRefund(contract, coin, clock);
    if (built === undefined) throw new Error('The bound does not cover it');
    return chain.node.submit(built.hex);
  };
  const verdict = findPlanFunding('devnet', txid, chain.transaction(txid));
  return { chain, stranger, contract, txid, coins, verdict, cancel, refundBy, outputs };
};
