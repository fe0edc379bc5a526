import type { Utxo } from 'cashscript';
import {
  addressOf,
  CovenantError,
  encodeWcTransaction,
  isCategory,
  isRosterContract,
  isRosterState,
  parseOutpoint,
  parseVaultRecipient,
  proposeVaultClose,
  proposeVaultSpend,
  sameOutpoint,
  signersOf,
  type TreasuryContract,
  vaultSigningRequest,
  type BuildOptions,
  type VaultHoldings,
  type VaultPayout,
  type VaultProposal,
  type WcEncoding,
} from '@weir/covenants';
import type { UnspentOutput } from '@weir/infra/electrum';
import { IN_BASE_UNITS, IN_BCH } from '@weir/merkle/lists';
import { amountOption } from '../amount-option.js';
import { notPossible, usage } from '../recover-error.js';
import { encodeProposalFile } from './proposal-file.js';
import type { FoundVault } from './read-vault.js';

export interface VaultOrder {
  readonly kind: 'spend' | 'close';
  /** The address paid; any address will do. */
  readonly to: string;
  /** Amount of a spend: BCH with up to 8 decimals, or base units of the token. */
  readonly amount: string | undefined;
  readonly token: string | undefined;
  /** `txid:index` of a coin to pay as a whole, its tokens included. */
  readonly coin: string | undefined;
}

const payoutOf = ({ amount, token, coin }: VaultOrder): VaultPayout => {
  if (coin !== undefined) {
    const outpoint = parseOutpoint(coin);
    if (outpoint === undefined) throw usage('--coin is txid:index');
    return { type: 'COIN', outpoint };
  }
  if (amount === undefined)
    throw usage('Say how much with --amount: BCH with up to 8 decimals, or base units of the token');
  const units = amountOption(amount, token === undefined ? IN_BCH : IN_BASE_UNITS);
  if (token === undefined) return { type: 'BCH', satoshis: units };
  const category = token.toLowerCase();
  if (!isCategory(category)) throw usage("--token is the token's category: 64 hex digits");
  return { type: 'FUNGIBLE_TOKEN', category, amount: units };
};

/** A proposal, and how many coins a close leaves at the address. */
export interface Proposed {
  readonly proposal: VaultProposal;
  readonly left: number;
}

const build = (
  contract: TreasuryContract,
  order: VaultOrder,
  holdings: VaultHoldings,
  options: BuildOptions,
): VaultProposal => {
  const recipient = parseVaultRecipient(order.to, contract.network);
  if (!recipient.ok) throw usage(`${order.to} is not an address of this network`);
  if (order.kind === 'spend')
    return proposeVaultSpend(contract, holdings, recipient.lockingBytecode, payoutOf(order), options);
  const { state } = holdings;
  if (isRosterContract(contract) || (state !== undefined && isRosterState(state)))
    throw notPossible('A treasury whose signers can be exchanged never ends: pay its money out by vault spend');
  return proposeVaultClose(contract, { ...holdings, state }, recipient.lockingBytecode, options).proposal;
};

const leftBy = ({ coins: taken }: VaultProposal, coins: readonly Utxo[]): number =>
  coins.filter((coin) => !taken.some((each) => sameOutpoint(each, coin))).length;

/**
 * Builds what two signers are to agree on. It uses mined coins only where they suffice: the sender of an unconfirmed
 * coin could spend it elsewhere, and so void what was signed.
 *
 * @throws RecoverError USAGE, NOT_POSSIBLE
 * @throws InsufficientFundsError, InsufficientTokensError
 */
export const proposeOf = ({ state, coins }: FoundVault, make: (holdings: VaultHoldings) => VaultProposal): Proposed => {
  const from = (some: readonly UnspentOutput[]): Proposed => {
    const proposal = make({ state, coins: some });
    return { proposal, left: proposal.kind === 'close' ? leftBy(proposal, coins) : 0 };
  };
  try {
    return from(coins.filter(({ height }) => height > 0));
  } catch {
    // Mined coins do not suffice, or the coin that was named is unconfirmed. Anything else that is wrong shows again.
  }
  try {
    return from(coins);
  } catch (error) {
    if (error instanceof CovenantError) throw notPossible(error.message);
    throw error;
  }
};

/** Proposes a payment from a vault, or its close. Throws as {@link proposeOf} does. */
export const propose = (found: FoundVault, order: VaultOrder, options: BuildOptions = {}): Proposed =>
  proposeOf(found, (holdings) => build(found.contract, order, holdings, options));

/** Returns what the wallet of each signer who may sign is given, and what joins their answers. */
export const toSign = (proposal: VaultProposal, encoding: WcEncoding) => {
  const { network } = proposal.contract;
  return {
    file: encodeProposalFile(proposal),
    requests: signersOf(proposal).flatMap((hash) =>
      hash === undefined
        ? []
        : [
            {
              signer: addressOf(hash, network),
              wcTransaction: encodeWcTransaction(vaultSigningRequest(proposal, hash), encoding),
            },
          ],
    ),
  };
};
