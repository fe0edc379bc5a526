import { hexToBin } from '@bitauth/libauth';
import { lockingBytecodeOf, type Network, partyAddress } from '@weir/covenants';
import type { VaultRecord, VaultsRepository } from '@weir/infra';
import type { OpeningKind, ProposalSubject } from '@weir/kinds';
import {
  type Caller,
  callerParties,
  parseParty,
  parseSender,
  parseStandardParty,
  type Party,
  type StandardParty,
} from '../parties.js';
import { ServiceError } from '../service-error.js';
import { mayPropose, strongest } from './vault-access.js';

/** The proposal to make next so that a vault funds a new record: a request, ready to send. */
export interface FundingProposal {
  readonly path: string;
  readonly body: {
    readonly kind: OpeningKind;
    readonly streamIds?: readonly string[];
    readonly paymentIds?: readonly string[];
    readonly currencyPaymentIds?: readonly string[];
    readonly planId?: string;
    readonly campaignId?: string;
  };
}

/**
 * Returns the request by which members have a vault fund a record; undefined where its sender is a key.
 *
 * @param beside ids of payments in a currency that the same funding opens
 */
export const fundingProposal = (
  subject: Exclude<ProposalSubject, 'purse'>,
  { id, vaultId }: { readonly id: string; readonly vaultId: string | null },
  beside: readonly string[] = [],
): FundingProposal | undefined => {
  if (vaultId === null) return undefined;
  const named = {
    stream: { streamIds: [id] },
    payment: { paymentIds: [id] },
    currency: { currencyPaymentIds: [id, ...beside] },
    plan: { planId: id },
    airdrop: { campaignId: id },
  };
  return {
    path: `/api/vaults/${vaultId}/proposals`,
    body: { kind: subject === 'currency' ? 'payment' : subject, ...named[subject] },
  };
};

/** The fields of a request that name the sender of a new record. */
export interface NewSenderRequest {
  readonly sender?: string | undefined;
  /** uuid of the vault that funds it. */
  readonly vaultId?: string | undefined;
}

export interface NewSender {
  /** Funds it and gets what returns: a key, or the vault. */
  readonly sender: StandardParty;
  readonly vaultId: string | null;
}

interface Surroundings {
  readonly vaults: Pick<VaultsRepository, 'findById'>;
  readonly network: Network;
}

/** Loads the vault that is to fund a record. To strangers a private vault looks as if it did not exist. */
const findFunder = async (
  { vaults }: Surroundings,
  vaultId: string,
  callers: readonly Party[],
): Promise<VaultRecord> => {
  const vault = await vaults.findById(vaultId);
  const asker = vault && strongest(vault, callers);
  if (vault === undefined || asker === undefined) {
    throw new ServiceError('INVALID_REQUEST', 'vaultId does not name a vault that the caller can see', {
      field: 'vaultId',
      given: vaultId,
    });
  }
  if (!mayPropose(vault, asker.hashHex))
    throw new ServiceError(
      'FORBIDDEN',
      'Only the creator and the signers of a vault may create records that it funds',
      {
        field: 'vaultId',
      },
    );
  if (vault.roster !== null && vault.status === 'pending')
    throw new ServiceError(
      'WRONG_STATE',
      'The roster has no address before its first deposit is mined, so it cannot be a sender yet: make the deposit first',
      { status: vault.status },
    );
  if (vault.status !== 'closed') return vault;
  throw new ServiceError('WRONG_STATE', 'The vault is closed and can fund nothing', { status: vault.status });
};

const partyOfVault = ({ lockingBytecode, contractAddress }: VaultRecord, network: Network): StandardParty => {
  const bytecode = hexToBin(lockingBytecode);
  // A script is compared by its locking bytecode.
  const address = partyAddress(bytecode, network) ?? contractAddress ?? '';
  return { address, lockingBytecode: bytecode, hashHex: lockingBytecode, isScript: true };
};

const askersOf = (sender: string | undefined, caller: Caller | undefined, network: Network): readonly Party[] => {
  if (caller !== undefined) return callerParties(caller, network);
  if (sender !== undefined) return [parseParty(sender, network, 'sender')];
  throw new ServiceError('CALLER_REQUIRED', 'Only members of the vault may name it: send the caller');
};

/**
 * Returns the sender of a new record: the caller, or the vault that is to fund it, for those who may propose for it.
 * With a vault `sender` is optional, or be the caller or the vault.
 *
 * @param standIn the sender of a preview where the request names none
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST, CALLER_REQUIRED, FORBIDDEN, WRONG_STATE
 */
export const newSender = async (
  surroundings: Surroundings,
  { sender, vaultId }: NewSenderRequest,
  caller: Caller | undefined,
  standIn?: StandardParty,
): Promise<NewSender> => {
  const { network } = surroundings;
  if (vaultId === undefined) {
    if (standIn !== undefined && sender === undefined && caller === undefined)
      return { sender: standIn, vaultId: null };
    const { address, hash, hashHex } = parseSender(sender, caller, network);
    const party = { address, hashHex, lockingBytecode: lockingBytecodeOf(hash), isScript: false };
    return { sender: party, vaultId: null };
  }
  const askers = askersOf(sender, caller, network);
  const vault = await findFunder(surroundings, vaultId.toLowerCase(), askers);
  const party = partyOfVault(vault, network);
  const named = sender === undefined ? undefined : parseStandardParty(sender, network, 'sender');
  if (named !== undefined && ![party, ...askers].some(({ hashHex }) => hashHex === named.hashHex)) {
    throw new ServiceError('FORBIDDEN', 'sender must be omitted, or be the vault or the caller', {
      sender: named.address,
      vaultAddress: party.address,
    });
  }
  return { sender: party, vaultId: vault.id };
};
