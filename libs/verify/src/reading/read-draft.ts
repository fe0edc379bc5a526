import { binsAreEqual, binToHex, type Output } from '@bitauth/libauth';
import {
  decodeVaultState,
  handsToCloser,
  INITIAL_VAULT_STATE,
  isClosingUnit,
  parseParty,
  partyAddress,
  partyParts,
  type Network,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { ClosesCampaign, Effect, Pays } from '../effects.types.js';
import { readSigningRequest, type Draft, type SigningRequest, type SpentOutput } from '../request/signing-request.js';
import { Account, lockKey } from './account.js';
import { assertTimes } from './assert-times.js';
import { lossOfAll, readFlows } from './flows.js';
import { campaignsOf, readCampaignFunding, readLane } from './read-campaign.js';
import { readLockFunding, readLockPayment } from './read-locks.js';
import { readPlanFunding } from './read-plan-funding.js';
import { readPlanMoves } from './read-plan-moves.js';
import { readVault, type VaultSpent } from './read-vault.js';
import { runContracts, type StandIns } from './run-contracts.js';

/** Who is to sign. */
export interface Signer {
  readonly network: Network;
  /** Locking bytecodes of all addresses of the wallet's own: what it may spend, and where change may go. */
  readonly own: readonly Uint8Array[];
  /**
   * Locking bytecodes of whom streams may be for: the chain has a hash alone of a recipient, by which one of these is found
   * where the transaction itself does not pay them.
   */
  readonly parties?: readonly Uint8Array[];
  /** Transactions that funded the campaigns whose claims or closes are signed, hex, from the chain. */
  readonly campaigns?: readonly string[];
  /** Height of the chain's tip: a funding must be listed where somebody looks for it now. By default anywhere. */
  readonly height?: number;
  /** Unix seconds, by a clock of the signer's: what contracts date must be dated now. By default at any time. */
  readonly time?: bigint;
}

/** What a transaction would do, and what it costs its signer. */
export interface Reading {
  readonly effects: readonly Effect[];
  /** Addresses of the signer's own. */
  readonly own: readonly string[];
  /** Coins of the signer's that it spends. */
  readonly ownInputs: number;
  /** What the signer's addresses lose, satoshis; negative where they gain. */
  readonly ownLoss: bigint;
  /** The same by category of token, base units; categories without a change are left out. */
  readonly ownTokenLoss: ReadonlyMap<string, bigint>;
  /** Address of the vault whose coins it spends. */
  readonly vault: string | undefined;
  /** What a vault loses whose coins it spends, satoshis without an asset, and base units; negative where it gains. */
  readonly vaultLoss: ReadonlyMap<string | undefined, bigint>;
  /** What contracts that it moves pay out beyond what they get, the fee of theirs included; negative where they get more. */
  readonly fromContracts: ReadonlyMap<string | undefined, bigint>;
  /** Satoshis of the notes to recipients of what it opens. */
  readonly notes: bigint;
  /** Satoshis that outputs hold because no output may hold less: companions, lanes and beacons of what it opens. */
  readonly minimum: bigint;
  /** Satoshis. */
  readonly fee: bigint;
  /** Bytes once it is signed, at most. */
  readonly size: number;
}

/** Bytes that a wallet adds to an input of its own at most: an ECDSA signature with its type, a key, two pushes. */
const SIGNED_INPUT = 107;

const sumOf = (outputs: readonly Pick<Output, 'valueSatoshis'>[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/** Adds up fungible tokens by category. */
const tokensOf = (outputs: readonly Output[], sign: bigint, into: Map<string, bigint>): void => {
  for (const { token } of outputs) {
    if (token === undefined || token.amount === 0n) continue;
    const category = binToHex(token.category);
    into.set(category, (into.get(category) ?? 0n) + sign * token.amount);
  }
};

const lossOf = (spent: readonly Output[], outputs: readonly Output[]): ReadonlyMap<string, bigint> => {
  const loss = new Map<string, bigint>();
  tokensOf(spent, 1n, loss);
  tokensOf(outputs, -1n, loss);
  return new Map([...loss].filter(([, amount]) => amount !== 0n));
};

/** Whether it pays out tokens that it does not spend, other than those of a category that it makes itself. */
const makesTokens = ({ transaction, spent }: Draft): boolean => {
  const fresh = new Set(spent.flatMap(({ outpoint }) => (outpoint.vout === 0 ? [outpoint.txid] : [])));
  return [...lossOf(spent, transaction.outputs)].some(([category, loss]) => loss < 0n && !fresh.has(category));
};

const nftOf = ({ token }: Output): Pays['nft'] =>
  token?.nft && {
    category: binToHex(token.category),
    commitment: binToHex(token.nft.commitment),
    capability: token.nft.capability,
  };

const nftKey = ({ category, capability, commitment }: NonNullable<Pays['nft']>): string =>
  `${category}/${capability}/${commitment}`;

const nftKeys = (outputs: readonly Output[]): string[] =>
  outputs.flatMap((output) => {
    const nft = nftOf(output);
    return nft === undefined ? [] : [nftKey(nft)];
  });

/** Explains the coins that the signer's wallet is asked to sign for: its own, and with nothing filled in yet. */
const explainOwnInputs = (account: Account, own: ReadonlySet<string>): readonly SpentOutput[] =>
  account.openInputs().map((index) => {
    const spent = account.input(index);
    if (!own.has(lockKey(spent.lockingBytecode)))
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${index} spends a coin that is neither yours nor of a known contract`,
      );
    if (spent.unlockingBytecode.length > 0)
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${index} spends a coin of yours with a signature that is no wallet's`,
      );
    return spent;
  });

/** Whether an NFT is the state of a vault that a first deposit makes: new, mutable, and nothing counted yet. */
const isNewVaultState = ({ spent }: Draft, { token }: Output): boolean => {
  const { nft } = token ?? {};
  if (token === undefined || nft?.capability !== 'mutable') return false;
  const category = binToHex(token.category);
  const state = decodeVaultState(binToHex(nft.commitment));
  return (
    state?.spends === INITIAL_VAULT_STATE.spends &&
    spent.some(({ outpoint }) => outpoint.vout === 0 && outpoint.txid === category)
  );
};

/** Returns the close of a vault's campaign where an output hands its closing unit, as it was spent, to the closer. */
const closeBy = ({ spent }: Draft, output: Output): ClosesCampaign | undefined => {
  const category = output.token && binToHex(output.token.category);
  if (category === undefined || !handsToCloser({ outputs: [output] }) || !isClosingUnit(output, category))
    return undefined;
  const isSpent = spent.some((coin) => isClosingUnit(coin, category) && coin.valueSatoshis === output.valueSatoshis);
  return isSpent ? { kind: 'CLOSES_CAMPAIGN', category, satoshis: output.valueSatoshis } : undefined;
};

const paymentOf = (draft: Draft, output: Output, index: number, network: Network): Pays => {
  const to = partyAddress(output.lockingBytecode, network);
  if (to === undefined) throw new Difference('UNEXPECTED_OUTPUT', `Output ${index} pays to no address`);
  const { token, valueSatoshis: satoshis } = output;
  const fungible = token !== undefined && token.amount > 0n ? token : undefined;
  return {
    kind: 'PAYS',
    to,
    asset: fungible && binToHex(fungible.category),
    amount: fungible?.amount ?? satoshis,
    satoshis,
    nft: nftOf(output),
    opensVault: isNewVaultState(draft, output),
    isOwn: false,
  };
};

/** What leaves those who sign by effects that they asked for, by category of token. */
const explainedTokens = (effects: readonly Effect[]): ReadonlyMap<string, bigint> => {
  const explained = new Map<string, bigint>();
  const add = (asset: string | undefined, amount: bigint) => {
    if (asset !== undefined) explained.set(asset, (explained.get(asset) ?? 0n) + amount);
  };
  for (const effect of effects) {
    if (effect.kind === 'PAYS') add(effect.asset, effect.amount);
    if (effect.kind === 'CLOSES_CAMPAIGN') add(effect.category, 1n);
    if (effect.kind === 'OPENS_CAMPAIGN') add(effect.asset, effect.pool);
    if (effect.kind === 'OPENS_STREAMS')
      add(
        effect.asset,
        effect.streams.reduce((sum, { total }) => sum + total, 0n),
      );
    if (effect.kind === 'OPENS_LOCKS')
      add(
        effect.asset,
        effect.locks.reduce((sum, { total }) => sum + total, 0n),
      );
  }
  return explained;
};

/** Tokens and NFTs of those who sign that reappear nowhere would be burnt: no wallet warns of it. */
const assertNoTokenLost = (spent: readonly Output[], outputs: readonly Output[], effects: readonly Effect[]): void => {
  const loss = lossOf(spent, outputs);
  const explained = explainedTokens(effects);
  for (const [category, amount] of loss)
    if (amount > (explained.get(category) ?? 0n))
      throw new Difference('TOKENS_LOST', `${amount.toString()} units of the token ${category} would be lost`);
  const back = nftKeys(outputs);
  for (const effect of effects) if (effect.kind === 'PAYS' && effect.nft !== undefined) back.push(nftKey(effect.nft));
  for (const key of nftKeys(spent)) {
    const at = back.indexOf(key);
    if (at < 0)
      throw new Difference('TOKENS_LOST', `An NFT of the category ${key.split('/', 1).join('')} would be lost`);
    back.splice(at, 1);
  }
};

/**
 * A refund pays everything that it does not need to the sender: a coin of anybody else's would be lost.
 */
const assertRefundsOwn = (
  effects: readonly Effect[],
  ownSpent: readonly SpentOutput[],
  locks: readonly Uint8Array[],
  network: Network,
): void => {
  const addresses = new Set(locks.map((lock) => partyAddress(lock, network)));
  for (const effect of effects)
    if (
      effect.kind === 'MOVES_STREAM' &&
      effect.move === 'REFUND' &&
      ownSpent.length > 0 &&
      !addresses.has(effect.sender)
    )
      throw new Difference('UNEXPECTED_INPUT', 'A coin of yours would go to the sender of a stream that is not yours');
};

/**
 * Returns whose keys the contracts will see: the signer's, which is that of the claim or close where one is signed, and
 * one of a vault's other signers, who sign in the order of the vault's parameters.
 */
const standInsOf = (
  locks: readonly Uint8Array[],
  vault: VaultSpent | undefined,
  party: Uint8Array | undefined,
): StandIns => {
  const keys = locks.flatMap((lock) => {
    const parts = partyParts(lock);
    return parts?.kind === 'P2PKH' ? [{ lock, hash: parts.hash }] : [];
  });
  if (vault !== undefined) {
    const { signers } = vault;
    const own = signers.find((signer) => keys.some(({ hash }) => binsAreEqual(hash, signer)));
    return { own, other: own === signers[0] ? signers[1] : signers[0] };
  }
  const named = party && keys.find(({ lock }) => binsAreEqual(lock, party));
  return { own: (named ?? keys[0])?.hash, other: undefined };
};

/** Returns the locking bytecodes of those who get what is opened, as keys. */
const recipientsOf = (opened: readonly Effect[], network: Network): ReadonlySet<string> =>
  new Set(
    opened.flatMap((effect) => {
      const parts =
        effect.kind === 'OPENS_STREAMS' ? effect.streams : effect.kind === 'OPENS_LOCKS' ? effect.locks : [];
      return parts.flatMap(({ recipient }) => {
        const parsed = parseParty(recipient, network);
        return parsed.ok ? [lockKey(parsed.party)] : [];
      });
    }),
  );

/**
 * Reads everything that a transaction would do, from its bytes and the outputs that it spends. Every input and output
 * is explained by a contract of Weir's, by the signer's own coins and change, or as a payment to somebody else.
 *
 * @throws Difference where anything is left unexplained, or tokens of the signer's would be lost
 */
export const readDraft = (
  request: SigningRequest,
  { network, own: locks, parties = [], campaigns = [], height, time }: Signer,
): Reading => {
  const draft = readSigningRequest(request);
  const { transaction, spent } = draft;
  const account = new Account(draft, height);
  const own = new Set(locks.map(lockKey));
  const moves = readPlanMoves(account, network, [...parties, ...locks]);
  const lane = readLane(account, campaignsOf(campaigns, network), own);
  const lock = readLockPayment(account, network);
  const moved = account.explained();
  const opened = [
    readPlanFunding(account, network),
    readLockFunding(account, network),
    readCampaignFunding(account, network),
  ].filter((effect) => effect !== undefined);
  const opening = account.explained();
  const vault = readVault(account, network);
  const ownInputs = new Set(account.openInputs());
  const ownSpent = explainOwnInputs(account, own);
  runContracts(
    draft,
    [...spent.keys()].filter((index) => !ownInputs.has(index)),
    standInsOf(locks, vault, lane?.party),
  );
  const isOwn = ({ lockingBytecode }: Output) => own.has(lockKey(lockingBytecode));
  const isVaults = (output: Output) =>
    vault !== undefined && lockKey(output.lockingBytecode) === lockKey(vault.lockingBytecode);
  const isSpenders = (output: Output) => isOwn(output) || isVaults(output);
  const payments = account.openOutputs().flatMap((index): (ClosesCampaign | Pays)[] => {
    const output = account.output(index);
    // What a vault pays to the signer is no change of theirs.
    const isChange = vault === undefined && isOwn(output);
    if (isChange) return [];
    return [closeBy(draft, output) ?? { ...paymentOf(draft, output, index, network), isOwn: isOwn(output) }];
  });
  const effects: readonly Effect[] = [
    ...(vault === undefined ? [] : [vault.effect]),
    ...opened,
    ...(lane === undefined ? [] : [lane.effect]),
    ...(lock === undefined ? [] : [lock]),
    ...moves.effects,
    ...payments,
  ];
  assertTimes(account, effects, time);
  assertRefundsOwn(moves.effects, ownSpent, locks, network);
  const { outputs } = transaction;
  const fee = sumOf(spent) - sumOf(outputs);
  if (fee < 0n || makesTokens(draft)) throw new Difference('REQUEST_MALFORMED', 'It pays out more than it spends');
  const ownOutputs = outputs.filter(isOwn);
  const kept = spent.filter(
    (output) => isOwn(output) || (isSpenders(output) && !isVaultState(output)) || moves.strays.includes(output),
  );
  assertNoTokenLost(kept, outputs.filter(isSpenders), effects);
  const ownTokenLoss = lossOf(ownSpent, ownOutputs);
  const recipients = recipientsOf(opened, network);
  return {
    effects,
    own: locks.map((party) => partyAddress(party, network) ?? ''),
    vault: vault && partyAddress(vault.lockingBytecode, network),
    vaultLoss: lossOfAll(spent.filter(isVaults), outputs.filter(isVaults)),
    ...readFlows({ draft, moved, opening, effects, ownTokens: ownTokenLoss.keys(), recipients, isSpenders }),
    ownInputs: ownSpent.length,
    ownLoss: sumOf(ownSpent) - sumOf(ownOutputs),
    ownTokenLoss,
    fee,
    size: draft.size + SIGNED_INPUT * ownSpent.length,
  };
};

/** Whether an output carries the state of a vault, which changes with each spend and ends with the vault. */
const isVaultState = ({ token }: Output): boolean =>
  token?.nft?.capability === 'mutable' && decodeVaultState(binToHex(token.nft.commitment)) !== undefined;
