import type { Output } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { COMPANION } from '../support/contract.js';
import { approve, type Party } from '../support/parties.js';
import { type Draft, type DraftInput, SEQUENCE_PLAIN, withFee } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { type Campaign, creator, END } from './campaign.js';
import { type Lane, readState, stateOutput, tokenOutput } from './state.js';

const EMPTY = new Uint8Array();

/** A claim of any kind. */
interface Payment {
  readonly campaign: Campaign;
  readonly lane: Lane;
  readonly recipient: Uint8Array;
  readonly amount: bigint;
  readonly args: readonly Argument[];
  /** The root it leaves. */
  readonly root: Uint8Array;
  readonly locktime: number;
  /** Pays the fee and gets change; without it the lane pays, as much as the size asks. */
  readonly purse?: DraftInput | undefined;
}

const companionLess = ({ companion }: Lane, amount: bigint): Output[] => {
  if (companion === undefined) return [];
  const { token, lockingBytecode, valueSatoshis } = companion.output;
  return [tokenOutput(lockingBytecode, (token?.amount ?? 0n) - amount, valueSatoshis)];
};

/** The inputs of a lane: the state by a function, the companion where there is one. */
export const laneInputs = (
  { campaign, lane }: Pick<Payment, 'campaign' | 'lane'>,
  name: 'claim' | 'close',
  args: readonly Argument[],
): DraftInput[] => [
  { coin: lane.state, sequence: SEQUENCE_PLAIN, unlocking: campaign.call(name, args) },
  ...(lane.companion === undefined
    ? []
    : [{ coin: lane.companion, sequence: SEQUENCE_PLAIN, unlocking: COMPANION.unlocking }]),
];

export const draftPayment = (payment: Payment): Draft => {
  const { campaign, lane, recipient, amount, args, root, locktime, purse } = payment;
  const state = readState(lane.state.output);
  const tokens = lane.companion !== undefined;
  const to = campaign.payee(recipient, amount);
  const paid = tokens ? tokenOutput(to, amount, campaign.payout) : { lockingBytecode: to, valueSatoshis: amount };
  return withFee((size) => {
    const cost = size + (tokens ? campaign.payout : 0n);
    const kept = lane.state.output.valueSatoshis - (tokens ? 0n : amount) - (purse === undefined ? cost : 0n);
    const change =
      purse === undefined ? [] : [{ ...purse.coin.output, valueSatoshis: purse.coin.output.valueSatoshis - cost }];
    return {
      version: 2,
      locktime,
      inputs: [...laneInputs(payment, 'claim', args), ...(purse === undefined ? [] : [purse])],
      outputs: [
        stateOutput(campaign, { ...state, root, claims: state.claims + 1n }, kept),
        ...companionLess(lane, amount),
        paid,
        ...change,
      ],
    };
  });
};

/** Who closes a lane: the creator by a signature of the transaction or of the message; nobody once all is paid. */
export type Closer = 'transaction' | 'message' | 'nobody';

export const closeArguments = ({ message }: Campaign, closer: Closer, by: Party = creator): readonly Argument[] => {
  if (closer === 'nobody') return [EMPTY, EMPTY, EMPTY];
  return closer === 'message' ? [by.publicKey, EMPTY, approve(by, message)] : [by.publicKey, { signer: by }, EMPTY];
};

export const draftClose = (campaign: Campaign, lane: Lane, closer: Closer, locktime = Number(END)): Draft => {
  const coins = lane.companion === undefined ? [lane.state] : [lane.state, lane.companion];
  const held = coins.reduce((sum, { output }) => sum + output.valueSatoshis, 0n);
  const tokens = lane.companion?.output.token?.amount ?? 0n;
  return withFee((size) => ({
    version: 2,
    locktime,
    inputs: laneInputs({ campaign, lane }, 'close', closeArguments(campaign, closer)),
    outputs: [tokenOutput(creator.lockingBytecode, tokens, held - size)],
  }));
};

/** A draft whose covenant is called with other arguments. */
export const withArguments = (draft: Draft, change: (args: readonly Argument[]) => readonly Argument[]): Draft => {
  const first = at(draft.inputs, 0);
  if (first.unlocking.kind !== 'call') throw new Error('A lane is spent by a call');
  const unlocking = { ...first.unlocking, args: change(first.unlocking.args) };
  return { ...draft, inputs: [{ ...first, unlocking }, ...draft.inputs.slice(1)] };
};
