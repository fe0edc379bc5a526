import type { ClaimsAirdrop, ClosesLane, Effect, Pays, PaysLock, SpendsVault } from '../effects.types.js';
import { describeCurrencyOpening, describeFilling, describeTaking } from './currency.js';
import { describeCampaign, describeLocks, describeStreams } from './fundings.js';
import { paymentText } from './moves.js';
import { describePurseHome, describePursePayment, describePurses, describeRecall } from './purses.js';
import { describeExchange, describeRecoveryEnd, describeRecoveryStep, describeRoster } from './rosters.js';
import { firstPaid, isOneStep, vestingRows } from './schedules.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';

const describeLockPayment = (effect: PaysLock, voice: Voice): Statement => {
  const { text, row, partyRow, format } = voice;
  const { lock, recipient, asset, paidToRecipient, left } = effect;
  return {
    sentence: paymentText(effect, voice),
    rows: [
      partyRow(text('Lock'), lock),
      partyRow(text('Recipient'), recipient),
      row(text('Paid to the recipient'), format(paidToRecipient, asset)),
      row(text('Remaining in the contract'), format(left, asset)),
    ],
    sums: [],
  };
};

const claimText = ({ amount, asset, recipient, vesting }: ClaimsAirdrop, voice: Voice): string => {
  const { text, format, party, time } = voice;
  const values = { amount: format(amount, asset), recipient: party(recipient) };
  if (vesting === undefined) return text('Claims {amount} of an airdrop for {recipient}.', values);
  const end = time(vesting.end);
  return isOneStep(vesting)
    ? text('Claims {amount} of an airdrop for {recipient}, locked until {end}.', { ...values, end })
    : text('Claims {amount} of an airdrop for {recipient}, locked and paid out from {first} to {end}.', {
        ...values,
        end,
        first: time(firstPaid(vesting)),
      });
};

const describeClaim = (effect: ClaimsAirdrop, voice: Voice): Statement => {
  const { text, row, partyRow, format } = voice;
  const { campaign, recipient, amount, asset, vesting } = effect;
  return {
    sentence: claimText(effect, voice),
    rows: [
      partyRow(text('Airdrop'), campaign),
      partyRow(text('Recipient'), recipient),
      row(text('Paid to the recipient'), format(amount, asset)),
      ...(vesting === undefined ? [] : vestingRows(vesting, voice)),
    ],
    sums: [],
  };
};

const describeClose = ({ campaign, creator, satoshis, tokens, asset }: ClosesLane, voice: Voice): Statement => {
  const { text, row, party, partyRow, format } = voice;
  const values = { amount: format(satoshis, undefined), creator: party(creator) };
  return {
    sentence:
      tokens > 0n
        ? text('Closes an airdrop: {tokens} and {amount} return to {creator}.', {
            ...values,
            tokens: format(tokens, asset),
          })
        : text('Closes an airdrop: {amount} return to {creator}.', values),
    rows: [
      partyRow(text('Airdrop'), campaign),
      partyRow(text('Creator'), creator),
      row(text('Returned'), values.amount),
      ...(tokens > 0n ? [row(text('Tokens returned'), format(tokens, asset))] : []),
    ],
    sums: [],
  };
};

/** Says which NFT it is: others of its category may be worth more. */
const nftText = ({ category, commitment, capability }: NonNullable<Pays['nft']>, { text }: Voice): string => {
  const which =
    commitment === ''
      ? text('{category}, NFT (no commitment)', { category })
      : text('{category}, NFT {commitment}', { category, commitment });
  return capability === 'none' ? which : `${which} (${capability})`;
};

const describePayment = ({ asset, amount, satoshis, nft, opensVault, to, isOwn }: Pays, voice: Voice): Statement => {
  const { text, row, sum, party, partyRow, format } = voice;
  const values = { amount: format(amount, asset), recipient: party(to) };
  // What a vault pays to the signer leaves the vault, and arrives in the wallet.
  const adds = (units: bigint): bigint => (isOwn ? 0n : units);
  return {
    sentence:
      nft === undefined || opensVault
        ? text('Pays {amount} to {recipient}.', values)
        : text('Pays {amount} and an NFT to {recipient}.', values),
    rows: [
      partyRow(text('Recipient'), to),
      ...(nft === undefined ? [] : [row(text('With an NFT of'), nftText(nft, voice))]),
    ],
    sums: [
      sum(text('Paid to the recipient'), amount, asset, adds(amount)),
      ...(asset === undefined ? [] : [sum(text('BCH with the tokens'), satoshis, undefined, adds(satoshis))]),
    ],
  };
};

/** Says how much leaves a vault and stays in it; to whom, the effects say that follow. */
const describeVault = (
  { vault, closes, spent, left, tokens: all, stopsRecovery }: SpendsVault,
  voice: Voice,
  effects: readonly Effect[],
): Statement => {
  const { text, row, partyRow, format } = voice;
  // A campaign's own unit, which opening mints and closing burns, is worth nothing to a reader.
  const tokens = all.filter(
    (token) =>
      token.spent + token.left > 0n &&
      !effects.some((other) => other.kind === 'CLOSES_CAMPAIGN' && other.category === token.category),
  );
  const kept = tokens.filter((token) => token.left > 0n);
  const gone = tokens.filter((token) => token.spent > 0n);
  const values = {
    spent: [
      ...(spent > 0n ? [format(spent, undefined)] : []),
      ...gone.map((token) => format(token.spent, token.category)),
    ].join(' + '),
    left: [format(left, undefined), ...kept.map((token) => format(token.left, token.category))].join(' + '),
  };
  const sentence = (): string => {
    if (closes) return text('Empties and closes a treasury: {spent} leave it, fee included.', values);
    // Coins that it does not spend stay, too.
    if (values.spent === '') return text('Uses coins of a treasury; at least {left} stay in it.', values);
    return text('Takes {spent} out of a treasury, fee included; at least {left} stay in it.', values);
  };
  return {
    sentence: stopsRecovery ? `${sentence()} ${text('It stops the recovery that is running.')}` : sentence(),
    rows: [
      partyRow(text('Treasury'), vault),
      ...(closes ? [] : [row(text('Stays in the treasury, at least'), values.left)]),
    ],
    sums: [],
  };
};

/** Kinds of effects that are described together, each by a function of its own. */
export type Together = 'MOVES_STREAM' | 'CHANGES_RECIPIENT' | 'MOVES_LOCK' | 'MOVES_CURRENCY_PAYMENT';

/** Describes one effect of several. */
export const describeEffect = (
  effect: Exclude<Effect, { readonly kind: Together }>,
  voice: Voice,
  effects: readonly Effect[],
): Statement => {
  const { text, plural, technical, sum, partyRow } = voice;
  switch (effect.kind) {
    case 'OPENS_STREAMS':
      return describeStreams(effect, voice);
    case 'OPENS_LOCKS':
      return describeLocks(effect, voice);
    case 'OPENS_CAMPAIGN':
      return describeCampaign(effect, voice);
    case 'OPENS_CURRENCY_PAYMENTS':
      return describeCurrencyOpening(effect, voice);
    case 'PAYS_LOCK':
      return describeLockPayment(effect, voice);
    case 'CLAIMS_AIRDROP':
      return describeClaim(effect, voice);
    case 'CLOSES_LANE':
      return describeClose(effect, voice);
    case 'PAYS':
      return describePayment(effect, voice);
    case 'SWEEPS_PLAN':
      return {
        sentence: plural(effect.coins, {
          one: 'Returns {count} coin that was sent to a contract by mistake.',
          other: 'Returns {count} coins that were sent to a contract by mistake.',
        }),
        rows: [partyRow(text('Contract'), effect.plan), partyRow(text('To its sender'), effect.sender)],
        sums: [],
      };
    case 'FILLS_TILL':
      return describeFilling(effect, voice);
    case 'TAKES_TILL':
      return describeTaking(effect, voice);
    case 'CLOSES_CAMPAIGN':
      return {
        sentence: text('Closes an airdrop of the treasury; unclaimed money returns to the treasury.'),
        rows: [technical(text('Category of the airdrop'), effect.category)],
        sums: [sum(text('Held in its outputs'), effect.satoshis)],
      };
    case 'OPENS_PURSES':
      return describePurses(effect, voice);
    case 'RECALLS_PURSE':
      return describeRecall(effect, voice);
    case 'PAYS_FROM_PURSE':
      return describePursePayment(effect, voice);
    case 'SENDS_PURSE_HOME':
      return describePurseHome(effect, voice);
    case 'OPENS_ROSTER':
      return describeRoster(effect, voice);
    case 'CHANGES_ROSTER':
      return describeExchange(effect, voice);
    case 'STEPS_RECOVERY':
      return describeRecoveryStep(effect, voice);
    case 'ENDS_RECOVERY':
      return describeRecoveryEnd(effect, voice);
    case 'SPENDS_VAULT':
      return describeVault(effect, voice, effects);
  }
};
