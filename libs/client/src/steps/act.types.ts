import type { Coins } from '../connection/connection.js';
import type { Schemas, WcTransaction } from '../shared/amounts.js';
import type { Purpose } from '../signing/scene.js';
import type { Confirmation, ConfirmPath } from '../types/verbs.types.js';
import type { SignedTransaction, Wallet } from '../wallet.js';

/** What a route that builds may answer: a transaction, or the one that must be sent before it. */
export type Buildable = Unsigned | Preparation;
export interface Unsigned {
  readonly wcTransaction: WcTransaction | null;
  /** False where the contract pays the fee and nothing is left to sign: then `txHex` is complete. */
  readonly signatureRequired?: boolean;
  readonly txHex?: string | null;
}
export type Preparation = Pick<Schemas['FundingPreparation'], 'requiresPreparation' | 'preparationTransaction'>;
export type Ready<Built> = Exclude<Built, { readonly requiresPreparation: true }>;

/** A method's transaction: how it is built, signed and confirmed. */
export interface Act<Built extends Buildable, Path extends ConfirmPath>
  extends Pick<Confirmation<Path>, 'path' | 'id' | 'address'>, Omit<Purpose, 'path' | 'id'> {
  readonly wallet: Wallet;
  /** @param query offers the wallet's coins */
  readonly build: (query: Coins) => Promise<Built>;
  /** Makes the body of the confirmation; by default of the hash. */
  readonly confirmBody?: (sent: SignedTransaction, built: Ready<Built>) => Confirmation['body'];
  /** Whether the sender of a record, or a party of a recovery, signs it: their address gets the change, because later actions need a coin there. */
  readonly isSenders?: boolean;
  /** Whether the confirmation itself sends what was signed. */
  readonly isSentByConfirm?: boolean;
  /** Whether building it again gives another transaction where somebody else was faster; default true. */
  readonly isRebuildable?: boolean;
}
