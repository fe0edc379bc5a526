import { binToHex, encodeTokenPrefix, type Output } from '@bitauth/libauth';
import { tokenPrefixByte, type Transaction } from '../primitives/transaction.js';
import type { Coin } from './coin.js';
import { invalid, type Refusal } from './refusal.js';
import { TokenLedger } from './token-ledger.js';

type Token = NonNullable<Output['token']>;

const maximumAmount = (1n << 63n) - 1n;

const bitfieldAt = 33;
const shownDigits = 30;

/** Formats tokens as the node's messages do, with long fields cut. */
const shown = (token: Token): string => {
  const bitfield = (encodeTokenPrefix(token)[bitfieldAt] ?? 0).toString(16);
  const commitment = token.nft === undefined ? '' : binToHex(token.nft.commitment).slice(0, shownDigits);
  const id = binToHex(token.category).slice(0, shownDigits);
  return `token::OutputData(id=${id}, bitfield=${bitfield}, amount=${token.amount}, commitment=${commitment})`;
};

const checkCommitment = (token: Token, longest: number): Refusal | undefined => {
  const length = token.nft?.commitment.length ?? 0;
  return length <= longest
    ? undefined
    : invalid(
        'bad-txns-token-commitment-oversized',
        `CheckTokenData: token ${shown(token)} has nft commitment that is oversized ${length}`,
      );
};

/** Whether a locking bytecode begins like a token prefix without being one. */
const hasBadPrefix = ({ lockingBytecode }: Output): boolean => lockingBytecode[0] === tokenPrefixByte;

const spend = (token: Token, ledger: TokenLedger): Refusal | undefined => {
  const category = binToHex(token.category);
  const isGenesis = ledger.isGenesis(category);
  if (isGenesis && ledger.isHeld(category)) return invalid('bad-txns-token-dupe-genesis');
  if (!isGenesis && !ledger.isHeld(category)) return invalid('bad-txns-token-invalid-category');
  if (isGenesis) {
    return ledger.create(category, token.amount) > maximumAmount
      ? invalid('bad-txns-token-amount-overflow')
      : undefined;
  }
  if (ledger.take(category, token.amount) < 0n) {
    return invalid('bad-txns-token-in-belowout', `CheckTxTokens: token (${shown(token)}) value in < value out`);
  }
  return token.nft === undefined || ledger.takeNft(category, token.nft)
    ? undefined
    : invalid(
        'bad-txns-token-nft-ex-nihilo',
        `CheckTxTokens: token (${shown(token)}) nft output cannot be created out of thin air`,
      );
};

/**
 * Checks the CashTokens consensus rules: the tokens of outputs come from the inputs or are a genesis.
 * @param coins the outputs spent, in the order of the inputs
 * @param longestCommitment bytes
 */
export const checkTokens = (
  { content }: Transaction,
  coins: readonly Coin[],
  longestCommitment: number,
): Refusal | undefined => {
  if (content.outputs.some(hasBadPrefix)) return invalid('bad-txns-vout-tokenprefix');
  const ledger = new TokenLedger(content.inputs);
  for (const { output } of coins) {
    if (hasBadPrefix(output)) return invalid('bad-txns-vin-tokenprefix');
    if (output.token === undefined) continue;
    const oversized = checkCommitment(output.token, longestCommitment);
    if (oversized !== undefined) return oversized;
    if (ledger.hold(output.token) > maximumAmount) return invalid('bad-txns-token-amount-overflow');
  }
  for (const { token } of content.outputs) {
    const refusal =
      token === undefined ? undefined : (checkCommitment(token, longestCommitment) ?? spend(token, ledger));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};
