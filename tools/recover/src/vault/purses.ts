import { binToHex } from '@bitauth/libauth';
import {
  addressOf,
  availableAt,
  findPurses,
  type FoundPurse,
  outpointKey,
  parseOutpoint,
  parseParty,
  partyAddress,
  purseAge,
  purseUnits,
  readPurseTransition,
} from '@weir/covenants';
import { type ChainTransaction, spenderOf } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { notFound, usage } from '../recover-error.js';

/** A purse as it was opened, and as it is now. */
export interface FollowedPurse {
  /** `txid:index` of its first coin. */
  readonly opened: string;
  /** Undefined once it was sent home, taken back or renewed. */
  readonly now: FoundPurse | undefined;
  /** What became of it, in a word. */
  readonly status: 'ACTIVE' | 'HOME' | 'CLOSED';
  readonly payments: number;
  readonly first: FoundPurse;
}

/** Follows a purse from coin to coin: a payment changes its address. */
const followPurse = async (first: FoundPurse, { chain }: RecoverContext): Promise<FollowedPurse> => {
  const opened = outpointKey(first.coin.outpoint);
  let [now, payments] = [first, 0];
  for (;;) {
    const { contract, coin } = now;
    const spender: ChainTransaction | undefined = await spenderOf(chain, coin.outpoint, contract.lockingBytecode);
    const step = spender && readPurseTransition(contract, coin, spender.txid, spender.transaction, spender.height);
    if (step === undefined) return { opened, now, status: 'ACTIVE', payments, first };
    if (step.kind !== 'payment')
      return { opened, now: undefined, status: step.kind === 'home' ? 'HOME' : 'CLOSED', payments, first };
    now = { contract: step.contract, coin: step.coin };
    payments += 1;
  }
};

/** Finds and follows the purses that transactions of a vault opened. */
export const pursesIn = async (
  transactions: readonly ChainTransaction[],
  context: RecoverContext,
): Promise<readonly FollowedPurse[]> => {
  const found = transactions.flatMap(({ txid, transaction, height }) =>
    findPurses(context.network, txid, transaction, height),
  );
  const purses: FollowedPurse[] = [];
  for (const each of found) purses.push(await followPurse(each, context));
  return purses;
};

/**
 * Finds a purse by the transaction that opened it, or by its first coin.
 *
 * @param named `txid` or `txid:index`
 * @throws RecoverError USAGE, NOT_FOUND
 */
export const readPurse = async (named: string, context: RecoverContext): Promise<FollowedPurse> => {
  const outpoint = parseOutpoint(named);
  const txid = outpoint?.txid ?? named;
  if (!/^[0-9a-f]{64}$/iu.test(txid))
    throw usage('Name a purse by the transaction that opened it: txid, or txid:index');
  const purses = await pursesIn([await context.chain.transaction(txid)], context);
  const chosen = purses.filter(({ opened }) => outpoint === undefined || opened === outpointKey(outpoint));
  const [purse, ...others] = chosen;
  if (purse === undefined) throw notFound('This transaction opened no purse of the name');
  if (others.length > 0)
    throw usage(`It opened ${chosen.length} purses: name one of ${chosen.map((each) => each.opened).join(', ')}`);
  return purse;
};

/** Reads addresses as locking bytecodes. @throws RecoverError USAGE */
export const partiesOf = (addresses: readonly string[], { network }: RecoverContext): readonly Uint8Array[] =>
  addresses.map((address) => {
    const parsed = parseParty(address, network);
    if (!parsed.ok) throw usage(`${address} is not an address of this network`);
    return parsed.party;
  });

/** What is shown of a purse. Amounts in satoshis, or base units. */
export const purseFacts = async (
  { opened, now, status, payments, first }: FollowedPurse,
  { chain, network }: RecoverContext,
) => {
  const { terms } = first.contract;
  const { asset, signers, spender, owner, limit, period } = terms;
  const tip = await chain.tip();
  return {
    opened,
    status,
    payments,
    coin: now === undefined ? null : outpointKey(now.coin.outpoint),
    contractAddress: now?.contract.address ?? null,
    tokenCategory: asset.type === 'BCH' ? null : asset.category,
    vault: partyAddress(owner, network) ?? null,
    spender: addressOf(spender, network),
    signers: signers.map((signer) => addressOf(signer, network)),
    listHash: binToHex(terms.list),
    limit: limit.toString(),
    periodBlocks: period,
    balance: (now === undefined ? 0n : purseUnits(terms, now.coin)).toString(),
    available: (now === undefined ? 0n : availableAt(now.contract, purseAge(now.coin, tip))).toString(),
  };
};
