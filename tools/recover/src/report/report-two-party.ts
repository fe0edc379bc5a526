import {
  type ChainTip,
  mayMove,
  type Party,
  partyParts,
  type AnyPlanStream,
  type StreamPosition,
} from '@weir/covenants';
import { type ContractStatus, toContractState } from '@weir/indexing/products';
import type { UnspentOutput } from '@weir/infra/electrum';
import type { Action, MoveStep } from '../actions.js';
import type { Role } from '../find/find-by-holder.js';
import { heightOf, type Instance } from '../find/instance.js';
import { finishableAt, type RunningMove } from './running-move.js';

export interface PossibleAction {
  readonly action: Action;
  /** Whether a wallet has to sign; otherwise the transaction is complete as built. */
  readonly signed: boolean;
  /** What it pays to its beneficiary, in satoshis or base units; null if that depends on more than the chain. */
  readonly amount: bigint | null;
}

/** A notice that runs after a cancel or a pause. */
export interface RunningNotice {
  readonly after: 'cancel' | 'pause';
  /** Height of the block that mined it; null in the mempool. */
  readonly height: number | null;
  /** Chain height from which its end can be sent; null until it is mined. */
  readonly overAtHeight: number | null;
}

/** A contract from the point of view of its party. Amounts are in satoshis, or base units of the token. */
export interface ContractReport {
  readonly contractAddress: string;
  /** `txid:vout` of the first state. */
  readonly funding: string;
  readonly product: string;
  readonly roles: readonly (Role | 'claimer')[];
  /** Locking bytecodes of the parties; null where there are many. */
  readonly sender: Party;
  readonly recipient: Party | null;
  /** A move to another address that is pending. */
  readonly move: RunningMove | null;
  readonly status: ContractStatus;
  /** Whether the contract holds nothing any more. */
  readonly ended: boolean;
  /** In display order; null for BCH. */
  readonly tokenCategory: string | null;
  readonly funded: bigint;
  readonly paid: bigint;
  /** The amount a claim pays now. */
  readonly due: bigint;
  /** Unix seconds from which more becomes due; null if something is due already, or nothing more ever is. */
  readonly nextDue: bigint | null;
  readonly notice: RunningNotice | null;
  /** Outpoints of the current outputs, each as `txid:vout`. */
  readonly states: readonly string[];
  /** Height of the last step; 0 in the mempool. */
  readonly confirmations: number;
  readonly strays: { readonly coins: number; readonly satoshis: bigint };
  readonly actions: readonly PossibleAction[];
  /** What else the party should know. */
  readonly remarks: readonly string[];
}

/** The state of the chain, and the coins at a contract's address. */
export interface Surroundings {
  readonly tip: ChainTip;
  /** The latest locktime a transaction may carry now, Unix seconds. */
  readonly time: bigint;
  readonly coins: readonly UnspentOutput[];
}

/** Returns the notice begun by the last step that was a cancel or a pause. */
export const runningNotice = (
  { steps }: Instance,
  contract: AnyPlanStream,
  ends: 'refund' | 'settle',
): RunningNotice => {
  const started = steps.findLast(({ step: { kind } }) => kind === 'cancel' || kind === 'pause');
  const height = started?.transaction.height ?? null;
  return {
    after: ends === 'settle' ? 'pause' : 'cancel',
    height,
    overAtHeight: height === null ? null : height + contract.noticeBlocks - 1,
  };
};

/** Whether the next block may hold the end of a notice. */
export const isOver = ({ overAtHeight }: RunningNotice, { height }: ChainTip): boolean =>
  overAtHeight !== null && height >= overAtHeight;

/** Returns the advice for a recipient with a claimable amount while a notice runs. */
export const urge = (notice: RunningNotice, tip: ChainTip): string =>
  isOver(notice, tip)
    ? 'The notice is over: anybody can send what is left to the sender at any moment, and what is due to you with it. Push or claim at once'
    : 'A notice runs: push or claim what is due before it is over, or it goes back to the sender with the rest';

/** The remark for a party that is a script: the tool builds only for those that are vaults. */
const SCRIPT_SENDER =
  'The sender is a script: where it is a vault, its signers do this by vault cancel, pause and resume';

/** Whether a party is a key, whose wallet signs for it; else it is a script. */
export const isKey = (party: Uint8Array): boolean => partyParts(party)?.kind === 'P2PKH';

/** Returns the actions the sender's wallet may sign at a time. */
const sendersActions = (position: StreamPosition, time: bigint): PossibleAction[] =>
  (
    [
      ['cancel', position.cancelAt(time)],
      ['pause', position.pauseAt(time)],
      ['resume', position.resumeAt(time)],
    ] as const
  ).flatMap(([action, possible]) => (possible === undefined ? [] : [{ action, signed: true, amount: null }]));

/** Returns the move to another address that is pending. */
const runningMove = ({ move }: StreamPosition, instance: Instance): RunningMove | null =>
  move === undefined
    ? null
    : {
        to: move.to,
        isUndone: move.isUndone,
        finishableAtHeight: finishableAt(heightOf(instance), move.delay),
      };

/** Returns the steps of a move to another address that the reader's wallet may sign: an announcement takes a state that is mined. */
const moveActions = (
  move: RunningMove | null,
  { moving, recipient }: StreamPosition,
  instance: Instance,
  roles: readonly (Role | 'claimer')[],
  { height }: ChainTip,
): PossibleAction[] => {
  const canSign = roles.includes('recipient') && isKey(recipient);
  const isRecipients = canSign && moving !== undefined && mayMove(moving) && heightOf(instance) !== null;
  const isFinishable = move?.finishableAtHeight != null && height >= move.finishableAtHeight;
  const possible: readonly MoveStep[] = [
    ...(isRecipients && move === null ? (['announce'] as const) : []),
    ...(isRecipients && move !== null && !move.isUndone ? (['undo'] as const) : []),
    ...(isFinishable && roles.length > 0 ? (['finish'] as const) : []),
  ];
  return possible.map((action) => ({ action, signed: true, amount: null }));
};

type Part = Pick<ContractReport, 'due' | 'nextDue' | 'notice' | 'move' | 'strays' | 'actions' | 'remarks'>;

/** Reports what a stream or payment has for its parties, and what each role can do. */
export const reportTwoParty = (
  instance: Instance,
  contract: AnyPlanStream,
  roles: readonly Role[],
  { tip, time, coins }: Surroundings,
): Part => {
  const { state } = instance.head;
  const strayCoins = coins.filter((coin) => contract.isStray(coin));
  const strays = { coins: strayCoins.length, satoshis: strayCoins.reduce((sum, { satoshis }) => sum + satoshis, 0n) };
  const sweep: PossibleAction[] =
    strays.coins > 0 && roles.includes('sender') ? [{ action: 'sweep', signed: true, amount: null }] : [];
  if (state === null) return { due: 0n, nextDue: null, notice: null, move: null, strays, actions: sweep, remarks: [] };

  const position = contract.at(toContractState(state));
  const payout = position.payoutAt(time);
  const due = payout?.due ?? 0n;
  const end = position.noticeEnd();
  const notice = end === undefined ? null : runningNotice(instance, contract, end.kind);
  const own = roles.includes('sender') ? sendersActions(position, time) : [];
  const move = runningMove(position, instance);
  const actions: PossibleAction[] = [
    ...(payout !== undefined && roles.includes('recipient') && (payout.isKeyless || isKey(position.recipient))
      ? [{ action: 'claim', signed: !payout.isKeyless, amount: due } as const]
      : []),
    ...(payout?.buildPush() !== undefined ? [{ action: 'push', signed: false, amount: due } as const] : []),
    ...own,
    ...moveActions(move, position, instance, roles, tip),
    ...(end !== undefined && notice !== null && isOver(notice, tip) && roles.includes('sender')
      ? [
          {
            action: end.kind,
            signed: false,
            amount: end.kind === 'refund' ? (end.build()?.amount ?? null) : null,
          } as const,
        ]
      : []),
    ...sweep,
  ];
  const remarks = [
    ...(notice !== null && due > 0n && roles.includes('recipient') ? [urge(notice, tip)] : []),
    ...(own.length > 0 && !isKey(contract.sender) ? [SCRIPT_SENDER] : []),
  ];
  return {
    due,
    nextDue: due > 0n ? null : (contract.schedule.nextPayoutTime(position.state) ?? null),
    notice,
    move,
    strays,
    actions,
    remarks,
  };
};
