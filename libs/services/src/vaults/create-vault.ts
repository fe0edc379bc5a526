import { randomBytes } from 'node:crypto';
import {
  type IdempotentResponse,
  type NewVault,
  responseAs,
  type RosterParty,
  type VaultRecord,
  type VaultSigner,
} from '@weir/infra';
import { DEFAULT_QUIET_BLOCKS, DEFAULT_REVIEW_BLOCKS } from '@weir/kinds';
import { parseBchAmount } from '../shared/amounts.js';
import { type Caller, callerParties, parseParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { addressColumns, contractOf } from '../shared/vaults/stored-vault.js';
import { assertCreator, isCreator, isSigner, loadVault } from '../shared/vaults/vault-access.js';
import {
  NO_GUARDIAN_HASH,
  parseDelay,
  type ParsedSigner,
  parseGuardian,
  parseSignerKey,
  partyOf,
} from './roster/roster-members.js';
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
    // An exchange may have taken the caller's seat meanwhile, and would leave them the viewer.
    assertCreator({ ...seen, vault: scope.vault }, 'add viewers');
    if (viewers.length >= MAX_VIEWERS && !viewers.some((each) => each.hash === hash)) {
      throw new ServiceError('WRONG_STATE', `A vault has at most ${MAX_VIEWERS} viewers`, { viewers: viewers.length });
    }
    return scope.addViewer({ address: viewer.address, hash }, seen.caller.hashHex);
  });
  return toVaultView(vault, seen.callers);
};

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** Reads three signers, each with the key of their address, nobody twice: one key in two places could sign for both. */
export const parseSigners = (
  { network }: Pick<VaultContext, 'network'>,
  { signers, signerPubkeys }: Pick<CreateVaultInput, 'signers' | 'signerPubkeys'>,
): readonly [ParsedSigner, ParsedSigner, ParsedSigner] => {
  if (signers.length !== signerPubkeys.length)
    throw invalid('signerPubkeys', 'signerPubkeys must have one public key for each signer');
  const [first, second, third, ...more] = signers.map((address, index) =>
    parseSignerKey(network, address, signerPubkeys[index] ?? '', `signers[${index}]`, `signerPubkeys[${index}]`),
  );
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    throw invalid('signers', 'A vault has exactly 3 signers');
  if (new Set([first, second, third].map(({ party }) => party.hashHex)).size < 3)
    throw invalid('signers', 'The three signers must be different');
  return [first, second, third];
};

/** A roster has none before its first deposit. */
const NO_ADDRESS = { contractAddress: null, lockingBytecode: '', scriptHash: '' };

const signerOf = ({ party: { address, hashHex }, publicKey }: ParsedSigner): VaultSigner => ({
  address,
  hash: hashHex,
  publicKey,
});

/** Reads what a roster begins with; null of a vault. */
const parseRoster = (
  { network }: VaultContext,
  { roster }: CreateVaultInput,
  signers: readonly ParsedSigner[],
): NewVault['roster'] => {
  if (roster === undefined) return null;
  const { guardian, quietBlocks = DEFAULT_QUIET_BLOCKS, reviewBlocks = DEFAULT_REVIEW_BLOCKS } = roster;
  const party = guardian === undefined ? undefined : partyOf(parseGuardian(guardian, network, 'roster.guardian'));
  return {
    guardianHash: party?.lockHash ?? NO_GUARDIAN_HASH,
    quietBlocks: parseDelay(quietBlocks, network, 'roster.quietBlocks'),
    reviewBlocks: parseDelay(reviewBlocks, network, 'roster.reviewBlocks'),
    parties: partiesOf(signers, party),
  };
};

/** Returns what is stored of signers and a guardian. One who is both has a key. */
const partiesOf = (signers: readonly ParsedSigner[], guardian: RosterParty | undefined): readonly RosterParty[] => {
  const seated = signers.map(({ party, publicKey }) => partyOf(party, publicKey));
  return guardian === undefined || seated.some(({ hash }) => hash === guardian.hash) ? seated : [...seated, guardian];
};

/**
 * Builds a vault's contract and stores the vault as pending. A roster has no contract before its first deposit is made.
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
  const parsed = parseSigners(context, input);
  const [first, second, third] = parsed;
  const signers: VaultRecord['signers'] = [signerOf(first), signerOf(second), signerOf(third)];
  const roster = parseRoster(context, input, parsed);
  const callers = callerParties(caller, context.network);
  const [creator] = callers;
  const vaultId = randomBytes(32).toString('hex');
  const address =
    roster === null ? addressColumns(contractOf({ vaultId, signers, roster }, context.network)) : NO_ADDRESS;
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
      ...address,
      roster,
    },
    admissionOf(origin, context),
    responseAs(kept, viewOf),
  );
  return viewOf(stored);
};
