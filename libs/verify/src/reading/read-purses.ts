import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  availableAt,
  claimedAge,
  decodePurseAnnouncement,
  findPurses,
  type FoundPurse,
  lastPushOf,
  lockingBytecodeOf,
  type Network,
  outpointKey,
  partyAddress,
  payeeListHash,
  type PurseCoin,
  type PurseContract,
  type PurseTransition,
  purseUnits,
  readPurseCoin,
  readPurseScript,
  readPurseTransition,
  readRecall,
  TOKEN_OUTPUT_SATOSHIS,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { OpenedPurse, OpensPurses, PaysFromPurse, RecallsPurse, SendsPurseHome } from '../effects.types.js';
import { type Ledger, UNSIGNED } from './ledger.js';
import { explainAnyBeacon } from './read-plan-funding.js';
import type { Treasury } from './read-vault.js';

const assetOf = ({ terms: { asset } }: PurseContract): string | undefined =>
  asset.type === 'BCH' ? undefined : asset.category;

const textOf = (party: Uint8Array, network: Network): string => partyAddress(party, network) ?? binToHex(party);

/** A purse whose coin is spent at an input. */
interface SpentPurse {
  readonly contract: PurseContract;
  readonly coin: PurseCoin;
}

/** Reads the purse whose coin an input spends, by the script that the input shows; undefined where it is not a purse. */
const purseAt = ({ draft }: Ledger, index: number, network: Network): SpentPurse | undefined => {
  const spent = draft.spent[index];
  const script = spent && lastPushOf(spent.unlockingBytecode);
  const contract = script && readPurseScript(script, network);
  if (spent === undefined || contract === undefined) return undefined;
  const coin = readPurseCoin(contract, spent.outpoint.txid, [spent], 0);
  return coin && { contract, coin: { ...coin, outpoint: spent.outpoint } };
};

const openedPurse = (
  { contract: { terms, address, network }, coin }: FoundPurse,
  lists: readonly (readonly Uint8Array[])[],
): OpenedPurse => {
  const payees = lists.find((each) => binsAreEqual(payeeListHash(each), terms.list));
  return {
    purse: address,
    spender: textOf(lockingBytecodeOf(terms.spender), network),
    payees: payees?.map((payee) => textOf(payee, network)),
    paysAnybody: binsAreEqual(payeeListHash([]), terms.list),
    listHash: binToHex(terms.list),
    limit: terms.limit,
    period: terms.period,
    amount: purseUnits(terms, coin),
    reserve: terms.asset.type === 'BCH' ? 0n : coin.satoshis,
  };
};

/**
 * Reads the purses that a treasury's transaction opens; undefined where it announces none.
 *
 * @param lists lists of payees that may be theirs: a purse holds the hash of its list alone
 * @throws Difference OTHER_TERMS where the signers of a purse are not those of the treasury, of a roster its next ones: they could not send
 *   it home
 */
export const readPurseOpening = (
  ledger: Ledger,
  vault: Treasury | undefined,
  lists: readonly (readonly Uint8Array[])[],
): OpensPurses | undefined => {
  const { transaction } = ledger.draft;
  const announced = transaction.outputs.some(
    ({ lockingBytecode }) => decodePurseAnnouncement(lockingBytecode) !== undefined,
  );
  if (vault === undefined || !announced) return undefined;
  const found = findPurses(vault.network, UNSIGNED, transaction);
  const [first, ...others] = found;
  if (first === undefined)
    throw new Difference('OTHER_TERMS', 'It announces purses, but opens none with the announced terms');
  const { signers } = vault;
  for (const { contract } of found)
    if (!contract.terms.signers.every((signer, place) => binsAreEqual(signer, signers[place] ?? new Uint8Array())))
      throw new Difference('OTHER_TERMS', 'The signers of a purse that it opens are not those of the treasury');
  const asset = assetOf(first.contract);
  if (others.some(({ contract }) => assetOf(contract) !== asset))
    throw new Difference('OTHER_TERMS', 'The purses that it opens hold several assets');
  ledger.outputWhere(
    ({ lockingBytecode }) => decodePurseAnnouncement(lockingBytecode) !== undefined,
    [{ owner: 'NOBODY', reason: 'OPENING' }],
  );
  const isListed = explainAnyBeacon(ledger, first.contract.lockingBytecode);
  for (const { coin } of found) {
    const output = ledger.outputs[coin.outpoint.vout];
    if (output !== undefined) ledger.output(coin.outpoint.vout, ledger.allOf(output, 'CONTRACT', 'OPENING'));
  }
  const purses = found.map((each) => openedPurse(each, lists));
  return { kind: 'OPENS_PURSES', vault: vault.address, asset, purses, isListed };
};

/** Reads the purses that a vault takes back: what they hold becomes the vault's. */
export const readRecalls = (ledger: Ledger, vault: Treasury | undefined): readonly RecallsPurse[] => {
  if (vault === undefined) return [];
  return ledger.draft.spent.flatMap((spent, index): RecallsPurse[] => {
    const contract = readRecall(vault, spent);
    if (contract === undefined) return [];
    const held = ledger.input(index, ledger.allOf(spent, 'CONTRACT', 'HELD'));
    const coin = readPurseCoin(contract, UNSIGNED, [held], 0);
    return [
      {
        kind: 'RECALLS_PURSE',
        purse: contract.address,
        outpoint: outpointKey(spent.outpoint),
        asset: assetOf(contract),
        amount: coin === undefined ? 0n : purseUnits(contract.terms, coin),
        satoshis: spent.valueSatoshis,
      },
    ];
  });
};

type StepOf<Kind extends PurseTransition['kind']> = Extract<PurseTransition, { readonly kind: Kind }>;

const readPayment = (ledger: Ledger, { contract, coin }: SpentPurse, step: StepOf<'payment'>): PaysFromPurse => {
  const { terms, network, address } = contract;
  const { payment } = step;
  const [rest] = ledger.outputs;
  const isBch = terms.asset.type === 'BCH';
  if (!isBch && payment.valueSatoshis !== TOKEN_OUTPUT_SATOSHIS)
    throw new Difference(
      'UNEXPECTED_OUTPUT',
      `${payment.valueSatoshis.toString()} satoshis of the purse go along to the payee`,
    );
  ledger.wait(0, claimedAge(contract, step.age));
  if (rest !== undefined) ledger.output(0, ledger.allOf(rest, 'CONTRACT', 'HELD'));
  ledger.output(1, ledger.allOf(payment, ledger.ownerOf(payment), 'PAYOUT'));
  return {
    kind: 'PAYS_FROM_PURSE',
    purse: address,
    outpoint: outpointKey(coin.outpoint),
    treasury: textOf(terms.owner, network),
    to: textOf(payment.lockingBytecode, network),
    asset: assetOf(contract),
    amount: isBch ? payment.valueSatoshis : (payment.token?.amount ?? 0n),
    counts: availableAt(contract, step.age) - step.contract.left,
    remaining: step.contract.left,
    held: purseUnits(terms, step.coin),
    limit: terms.limit,
    period: terms.period,
  };
};

const readHome = (ledger: Ledger, { contract, coin }: SpentPurse, { returned }: StepOf<'home'>): SendsPurseHome => {
  const { terms, network, address } = contract;
  ledger.output(0, ledger.allOf(returned, ledger.ownerOf(returned), 'RETURN'));
  return {
    kind: 'SENDS_PURSE_HOME',
    purse: address,
    outpoint: outpointKey(coin.outpoint),
    treasury: textOf(terms.owner, network),
    asset: assetOf(contract),
    amount: terms.asset.type === 'BCH' ? returned.valueSatoshis : (returned.token?.amount ?? 0n),
    satoshis: returned.valueSatoshis,
  };
};

/**
 * Reads the payment of a purse, or its way home, at input 0: both have no other input. Undefined where that is not the coin of a
 * purse.
 *
 * @throws Difference UNEXPECTED_INPUT where it is spent otherwise, UNEXPECTED_OUTPUT where more goes along than is paid
 */
export const readPurseSpend = (ledger: Ledger, network: Network): PaysFromPurse | SendsPurseHome | undefined => {
  const purse = purseAt(ledger, 0, network);
  const [first] = ledger.draft.spent;
  if (purse === undefined || first === undefined) return undefined;
  ledger.input(0, ledger.allOf(first, 'CONTRACT', 'HELD'));
  const { contract, coin } = purse;
  const step = readPurseTransition(contract, coin, UNSIGNED, ledger.draft.transaction);
  if (step?.kind === 'home') return readHome(ledger, purse, step);
  if (step?.kind === 'payment') return readPayment(ledger, purse, step);
  throw new Difference('UNEXPECTED_INPUT', 'It spends a purse, but neither pays within its limit nor sends it home');
};
