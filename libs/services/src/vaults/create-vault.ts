import { randomBytes } from 'node:crypto';
import { binToHex, hexToBin, isHex } from '@bitauth/libauth';
import { isPublicKeyOf } from '@weir/covenants';
import { type IdempotentResponse, responseAs, scriptHashOf, type VaultRecord, type VaultSigner } from '@weir/infra';
import { parseBchAmount } from '../shared/amounts.js';
import { type Caller, callerParties, parseParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { contractOf } from '../shared/vaults/stored-vault.js';
import { assertCreator, isCreator, isSigner, loadVault } from '../shared/vaults/vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultView } from './vault-view.js';
import type { CreateVaultInput } from './vaults.types.js';

const MAX_VIEWERS = 100;

/**
 * Adds a viewer to a vault; a creator or signer keeps their role. For the creator.
 *
 * @throws ServiceError INVALID_ADDRESS, WRONG_STATE
 */
export const addViewer = async (context: VaultContext, id: string, address: string, caller: Caller) => {
  const seen = await loadVault(context, id, caller);
  assertCreator(seen, 'add viewers');
  const viewer = parseParty(address, context.network, 'signerAddress');
  const hash = viewer.hashHex;
  if (isCreator(seen.vault, hash) || isSigner(seen.vault, hash)) return toVaultView(seen.vault, seen.callers);
  const vault = await context.vaults.withVault(id, (scope) => {
    const { viewers } = scope.vault;
    if (viewers.length >= MAX_VIEWERS && !viewers.some((each) => each.hash === hash)) {
      throw new ServiceError('WRONG_STATE', `A vault has at most ${MAX_VIEWERS} viewers`, { viewers: viewers.length });
    }
    return scope.addViewer({ address: viewer.address, hash });
  });
  return toVaultView(vault, seen.callers);
};

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

const parseSigner = ({ network }: VaultContext, address: string, publicKey: string, index: number): VaultSigner => {
  const party = parseParty(address, network, `signers[${index}]`);
  if (!isHex(publicKey) || !isPublicKeyOf(hexToBin(publicKey), party.hash)) {
    throw invalid(
      'signerPubkeys',
      `signerPubkeys[${index}] is not the compressed public key of signers[${index}]: send 66 hex digits that hash to the address`,
    );
  }
  return { address: party.address, hash: party.hashHex, publicKey: publicKey.toLowerCase() };
};

/** Reads three signers, each with the key of their address, nobody twice: one key in two places could sign for both. */
const parseSigners = (context: VaultContext, { signers, signerPubkeys }: CreateVaultInput): VaultRecord['signers'] => {
  if (signers.length !== signerPubkeys.length)
    throw invalid('signerPubkeys', 'signerPubkeys must have one public key for each signer');
  const [first, second, third, ...more] = signers.map((address, index) =>
    parseSigner(context, address, signerPubkeys[index] ?? '', index),
  );
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    throw invalid('signers', 'A vault has exactly 3 signers');
  if (new Set([first.hash, second.hash, third.hash]).size < 3)
    throw invalid('signers', 'The three signers must be different');
  return [first, second, third];
};

/**
 * Builds a vault's contract and stores the vault as pending.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT
 */
export const createVault = async (
  context: VaultContext,
  input: CreateVaultInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<ReturnType<typeof toVaultView>>,
) => {
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'name must not be blank');
  const totalDeposit = parseBchAmount(input.totalDeposit, 'totalDeposit');
  const signers = parseSigners(context, input);
  const callers = callerParties(caller, context.network);
  const [creator] = callers;
  const vaultId = randomBytes(32).toString('hex');
  const contract = contractOf({ vaultId, signers }, context.network);
  const viewOf = (stored: VaultRecord) => toVaultView(stored, callers);
  const stored = await context.vaults.insert(
    {
      vaultId,
      name,
      description: input.description ?? null,
      creator: { address: creator.address, hash: creator.hashHex },
      signers,
      totalDeposit,
      isPublic: input.isPublic ?? false,
      contractAddress: contract.address,
      lockingBytecode: binToHex(contract.lockingBytecode),
      scriptHash: scriptHashOf(contract.lockingBytecode),
    },
    admissionOf(origin, context),
    responseAs(kept, viewOf),
  );
  return viewOf(stored);
};
