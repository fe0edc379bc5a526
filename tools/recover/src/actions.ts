import { lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { addressPrefix, type KeylessTransaction, type Network, type UnsignedTransaction } from '@weir/covenants';

export const ACTIONS = [
  'claim',
  'push',
  'cancel',
  'pause',
  'resume',
  'announce',
  'undo',
  'finish',
  'refund',
  'settle',
  'sweep',
  'topup',
  'close',
  'complete',
] as const;
export type Action = (typeof ACTIONS)[number];

/** The actions a sender takes on one or many streams of plans with a single signature. */
export const SENDER_MOVES = ['cancel', 'pause', 'resume'] as const;
export type SenderMove = (typeof SENDER_MOVES)[number];

/** Whether an action may apply to many streams of plans at once. */
export const isSenderMove = (action: Action): action is SenderMove =>
  (SENDER_MOVES as readonly string[]).includes(action);

/** The steps of a move of streams to another address of their recipient's: one or many of them with a single signature. */
export const MOVE_STEPS = ['announce', 'undo', 'finish'] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

/** Whether an action is a step of a move to another address. */
export const isMoveStep = (action: Action): action is MoveStep => (MOVE_STEPS as readonly string[]).includes(action);

export const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text);

/** A transaction that pays a contract's money out: complete, or still to be signed by a wallet. */
export type BuiltTransaction = KeylessTransaction | UnsignedTransaction;

/** The result of building an action: one transaction, or one for each lane of an airdrop. */
export interface Built {
  readonly action: Action;
  readonly contractAddress: string;
  /** Scripts that hold the contract; what is paid to them stays in it. */
  readonly scripts: readonly Uint8Array[];
  readonly transactions: readonly BuiltTransaction[];
  /** What else the user should know. */
  readonly remarks: readonly string[];
}

/** Whether a transaction is complete without a wallet's signature. */
export const isKeyless = (built: BuiltTransaction): built is KeylessTransaction => 'hex' in built;

/** Returns the address an output pays, or its locking bytecode in hex if it has none. */
export const payeeOf = (lockingBytecode: Uint8Array, withTokens: boolean, network: Network): string => {
  const found = lockingBytecodeToCashAddress({
    bytecode: lockingBytecode,
    prefix: addressPrefix(network),
    tokenSupport: withTokens,
  });
  return typeof found === 'string' ? 'no address' : found.address;
};
