import type {
  CreateVaultBody,
  GetVaultResponse,
  ListVaultsResponse,
  VaultResource,
  VaultResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import type {
  CreateVaultInput,
  VaultEventView,
  VaultsPage,
  VaultStateView,
  VaultTokenView,
  VaultView,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentMoment } from '../shared/present-moment.js';

/** Maps a creation to the use case's input: null means absent. */
export const toCreateVaultInput = (body: CreateVaultBody): CreateVaultInput => ({
  name: body.name,
  description: body.description ?? undefined,
  signers: body.signers,
  signerPubkeys: body.signerPubkeys,
  totalDeposit: body.totalDeposit,
  isPublic: body.isPublic ?? undefined,
});

/** Presents a vault to its caller. */
export const presentVault = (vault: VaultView): VaultResource => ({
  id: vault.id,
  vaultId: vault.vaultId,
  name: vault.name,
  description: vault.description,
  creator: vault.creator,
  signers: [...vault.signers],
  signerPubkeys: [...vault.signerPubkeys],
  viewers: [...vault.viewers],
  approvalThreshold: vault.approvalThreshold,
  totalDeposit: presentAmount(vault.totalDeposit),
  totalDepositBase: vault.totalDeposit.toString(),
  currentBalance: presentAmount(vault.currentBalance),
  currentBalanceBase: vault.currentBalance.toString(),
  isPublic: vault.isPublic,
  contractAddress: vault.contractAddress,
  status: vault.status,
  state: vault.status,
  role: vault.role,
  isSigner: vault.isSigner,
  depositTxHash: vault.depositTxHash,
  expiresAt: vault.expiresAt === null ? null : presentMoment(vault.expiresAt),
  createdAt: presentMoment(vault.createdAt),
  updatedAt: presentMoment(vault.updatedAt),
});

/** Presents a vault as a whole answer. */
export const presentVaultAnswer = (vault: VaultView): VaultResponse => ({ success: true, ...presentVault(vault) });

const presentEvent = ({ amount, at, ...event }: VaultEventView): GetVaultResponse['events'][number] => ({
  ...event,
  at: presentMoment(at),
  amount: presentAmount(amount),
  amountBase: amount.toString(),
});

/** Presents a vault with its events. */
export const presentVaultDetail = ({
  vault,
  events,
}: {
  readonly vault: VaultView;
  readonly events: readonly VaultEventView[];
}): GetVaultResponse => ({
  ...presentVaultAnswer(vault),
  events: events.map(presentEvent),
});

/** Presents the vaults that a caller may see, by role. */
export const presentVaults = (page: VaultsPage): ListVaultsResponse => ({
  success: true,
  created: page.created.map(presentVault),
  signerIn: page.signerIn.map(presentVault),
  public: page.public.map(presentVault),
  all: page.all.map(presentVault),
  nextCursor: page.nextCursor,
});

const presentToken = ({
  outpoint,
  category,
  amount,
  nft,
  satoshis,
}: VaultTokenView): NonNullable<VaultStateResponse['tokens']>[number] => ({
  outpoint,
  category,
  amount: presentAmount(amount, 'FUNGIBLE_TOKEN'),
  amountBase: amount.toString(),
  nft,
  satoshisBase: satoshis.toString(),
});

/** Presents the state of a vault. */
export const presentVaultState = ({ vault, nft, tokens }: VaultStateView): VaultStateResponse => ({
  success: true,
  state: vault.status,
  vaultId: vault.vaultId,
  currentBalance: presentAmount(vault.currentBalance),
  currentBalanceBase: vault.currentBalance.toString(),
  stateNft: nft,
  tokens: tokens && tokens.map(presentToken),
});
