import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  createRosterContract,
  createVaultContract,
  decodeRosterState,
  decodeVaultState,
  encodeRosterState,
  encodeVaultState,
  findRosterDeployment,
  findVaultDeployment,
  isRosterState,
  lockingBytecodeOf,
  type Network,
  partyAddress,
  type RosterCoin,
  type RosterGenesisProblem,
  type TreasuryContract,
  type VaultCoin,
} from '@weir/covenants';
import {
  type ChainTransaction,
  scriptHashOf,
  type VaultChanges,
  type VaultRecord,
  type VaultStateRecord,
} from '@weir/infra';
import { ServiceError } from '../service-error.js';

/** Hex digits of a vault's id that are the nonce of its contract: with the signers, the id rebuilds the address. */
const NONCE_DIGITS = 32;

/** A vault as far as its contract depends on it. */
type Based = Pick<VaultRecord, 'vaultId' | 'signers' | 'roster'>;

/**
 * Returns the contract of a vault, stored or about to be.
 *
 * @throws ServiceError WRONG_STATE for a roster that no first deposit was offered for: it has no address yet
 */
export const contractOf = ({ vaultId, signers, roster }: Based, network: Network): TreasuryContract => {
  if (roster === null) {
    const [first, second, third] = signers;
    const hashes = [hexToBin(first.hash), hexToBin(second.hash), hexToBin(third.hash)] as const;
    return createVaultContract({ signers: hashes, nonce: hexToBin(vaultId.slice(0, NONCE_DIGITS)) }, network);
  }
  if (roster.category !== null) return createRosterContract(roster.category, network);
  throw new ServiceError(
    'WRONG_STATE',
    'The roster has no address yet: its first deposit makes it. Ask for deposit, sign it, and report it with update-balance',
    { status: 'pending' },
  );
};

/** A state with the category of its NFT: a roster's own coin does not say it. */
export type StoredCoin = VaultCoin | (RosterCoin & { readonly category: string });

/** Converts a stored state to the form that builders take. */
export const toVaultCoin = ({ category, txid, vout, satoshis, commitment }: VaultStateRecord): StoredCoin => {
  const coin = { outpoint: { txid, vout }, satoshis, category };
  const vault = decodeVaultState(commitment);
  if (vault !== undefined) return { ...coin, state: vault };
  const roster = decodeRosterState(commitment);
  if (roster !== undefined) return { ...coin, state: roster };
  throw new Error(`Stored commitment does not decode as a vault: ${commitment}`);
};

/** Converts a state to its stored form. */
export const toStateRecord = (coin: StoredCoin): VaultStateRecord => ({
  ...coin.outpoint,
  satoshis: coin.satoshis,
  category: coin.category,
  commitment: isRosterState(coin) ? encodeRosterState(coin.state) : encodeVaultState(coin.state),
});

/** Whether two stored states are the same output; two absent ones are. */
export const sameState = (a: VaultStateRecord | null, b: VaultStateRecord | null): boolean =>
  a?.txid === b?.txid && a?.vout === b?.vout;

/** Returns the address of the key with a hash. @param hash hash160, hex */
export const addressOfKey = (hash: string, network: Network): string => {
  const address = partyAddress(lockingBytecodeOf(hexToBin(hash)), network);
  if (address === undefined) throw new Error(`No address has the hash ${hash}`);
  return address;
};

/** Returns who signs for a roster by the commitment of its state, and its guardian; undefined for a vault's. */
export const seatsIn = (commitment: string, network: Network): VaultChanges['seats'] => {
  const state = decodeRosterState(commitment);
  if (state === undefined) return undefined;
  const [first, second, third] = state.signers.map((bytes) => {
    const hash = binToHex(bytes);
    return { hash, address: addressOfKey(hash, network) };
  });
  if (first === undefined || second === undefined || third === undefined) throw new Error('A state has three signers');
  return { signers: [first, second, third], guardianHash: binToHex(state.guardian) };
};

/** What a state changes in the row of its vault: of a roster, also who signs for it. */
export const stateChanges = (coin: StoredCoin, network: Network): Pick<VaultChanges, 'state' | 'seats'> => {
  const state = toStateRecord(coin);
  const seats = seatsIn(state.commitment, network);
  return { state, ...(seats !== undefined && { seats }) };
};

const PROBLEMS: Readonly<Record<RosterGenesisProblem | 'NO_ROSTER', string>> = {
  NO_ROSTER: 'no output begins a roster',
  CATEGORY_NOT_CREATED_HERE: 'the NFT is not of a category made in this transaction, so somebody may hold another one',
  CATEGORY_ELSEWHERE: 'the category has more than one output: the holder of another NFT could spend everything',
  NFT_NOT_MUTABLE: 'the NFT is not mutable',
  UNITS_OF_CATEGORY: 'it carries fungible units of its category',
  COMMITMENT_MALFORMED: 'the commitment is not that of a roster',
  STATE_NOT_INITIAL: 'the commitment counts spends, or a recovery runs',
  MALFORMED: 'the members are malformed',
  SIGNERS_NOT_DISTINCT: 'two signers are the same key',
  QUIET_OUT_OF_RANGE: 'the silence before a recovery is out of range',
  REVIEW_OUT_OF_RANGE: 'the review of a recovery is out of range',
  GUARDIAN_IS_ROSTER: 'the roster is its own guardian',
};

/** The first deposit of a vault in a transaction, or why it is none, in words for the user. */
export type VaultDeposited =
  | { readonly ok: true; readonly coin: StoredCoin; readonly address?: VaultChanges['address'] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Compares the members of a roster that a transaction began with those that were asked for. */
const otherMembers = (
  { state }: RosterCoin,
  { signers, roster }: VaultRecord & { readonly roster: NonNullable<VaultRecord['roster']> },
): string[] => [
  ...(signers.some(({ hash }, seat) => binToHex(state.signers[seat] ?? new Uint8Array()) !== hash)
    ? ['it has other signers, or in another order']
    : []),
  ...(binToHex(state.guardian) === roster.guardianHash ? [] : ['it has another guardian']),
  ...(state.quiet === roster.quietBlocks && state.review === roster.reviewBlocks ? [] : ['it has other delays']),
];

/** Returns the address of a vault that has a state. */
export const addressOfVault = ({ contractAddress }: VaultRecord): string => {
  if (contractAddress === null) throw new Error('An active vault has no address');
  return contractAddress;
};

/** Returns the columns of a contract's address. */
export const addressColumns = ({
  address,
  lockingBytecode,
}: Pick<TreasuryContract, 'address' | 'lockingBytecode'>) => ({
  contractAddress: address,
  lockingBytecode: binToHex(lockingBytecode),
  scriptHash: scriptHashOf(lockingBytecode),
});

/**
 * Finds the first deposit of a vault in a transaction, and checks that it is sound. Of a roster it makes the address, with the members
 * that were asked for.
 */
export const findDeposit = (
  vault: VaultRecord,
  { txid, transaction }: Pick<ChainTransaction, 'txid' | 'transaction'>,
  network: Network,
): VaultDeposited => {
  const { roster } = vault;
  if (roster === null) {
    const contract = contractOf(vault, network);
    return 'parameters' in contract
      ? findVaultDeployment(contract, txid, transaction)
      : { ok: false, problems: ['the vault is not one'] };
  }
  const found = findRosterDeployment(network, txid, transaction);
  if (!found.ok) return { ok: false, problems: [PROBLEMS[found.problem]] };
  const { contract } = found;
  const { category } = contract;
  // The members of a roster that has begun may be others by now: it is the one that its address commits to.
  const problems =
    vault.status === 'pending'
      ? otherMembers(found.coin, { ...vault, roster })
      : roster.category === category
        ? []
        : ['it begins another roster'];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, coin: { ...found.coin, category }, address: { ...addressColumns(contract), category } };
};
