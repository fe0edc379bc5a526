import {
  buildPurseHome,
  buildPursePayment,
  encodeWcTransaction,
  type FoundPurse,
  type UnsignedTransaction,
} from '@weir/covenants';
import { IN_BASE_UNITS, IN_BCH } from '@weir/merkle/lists';
import { amountOption } from '../../amount-option.js';
import type { RecoverContext } from '../../chain/open-chain.js';
import { notPossible } from '../../recover-error.js';
import { type FollowedPurse, partiesOf, purseFacts, readPurse } from '../../vault/purses.js';
import type { Answer, PurseTask, Settings } from '../command.types.js';
import { formatAmount, showTransaction } from '../show.js';

/** What is shown of a purse, for people. */
export const purseText = (facts: Awaited<ReturnType<typeof purseFacts>>): string => {
  const amount = (units: string): string => formatAmount(BigInt(units), facts.tokenCategory);
  return [
    `PURSE ${facts.opened} (${facts.status})`,
    `  vault      ${facts.vault ?? '-'}`,
    `  pays alone ${facts.spender}`,
    ...facts.signers.map((signer) => `  signer     ${signer}`),
    `  limit      ${amount(facts.limit)} at once, and again over each ${facts.periodBlocks} blocks`,
    `  holds      ${amount(facts.balance)}, of which ${amount(facts.available)} may leave it now`,
    `  payments   ${facts.payments}`,
    `  list       ${facts.listHash}`,
  ].join('\n');
};

const liveOf = ({ now, status }: FollowedPurse): FoundPurse => {
  if (now !== undefined) return now;
  throw notPossible(`The purse is ${status}: its money is in its vault`);
};

const amountOf = (text: string, { contract }: FoundPurse): bigint =>
  amountOption(text, contract.terms.asset.type === 'BCH' ? IN_BCH : IN_BASE_UNITS);

const buildOf = async (
  task: Exclude<PurseTask, { readonly what: 'show' }>,
  purse: FollowedPurse,
  context: RecoverContext,
): Promise<UnsignedTransaction> => {
  const live = liveOf(purse);
  const options = { feeRate: await context.chain.feeRate() };
  if (task.what === 'home') return buildPurseHome(live.contract, live.coin, options);
  const [to = new Uint8Array()] = partiesOf([task.to], context);
  const payment = { ...live, to, payees: partiesOf(task.payees, context), amount: amountOf(task.amount, live) };
  return buildPursePayment(payment, await context.chain.tip(), options);
};

/**
 * Shows a purse, or builds its payment or its way home, for one wallet to sign.
 *
 * @throws RecoverError, CovenantError, ChainUnavailableError
 */
export const purse = async (task: PurseTask, settings: Settings, context: RecoverContext): Promise<Answer> => {
  const found = await readPurse(task.purse, context);
  const facts = await purseFacts(found, context);
  if (task.what === 'show') return { text: purseText(facts), json: facts };
  const built = await buildOf(task, found, context);
  const wcTransaction = encodeWcTransaction(built.wcTransaction, settings.encoding);
  const who = task.what === 'home' ? `any one of ${facts.signers.join(', ')}` : facts.spender;
  return {
    text: [
      purseText(facts),
      showTransaction(built, [], context.network),
      `To be signed by ${who} (bch_signTransaction), then sent:`,
      JSON.stringify(wcTransaction),
    ].join('\n\n'),
    file: JSON.stringify(wcTransaction),
    json: { purse: facts, fee: built.fee.toString(), wcTransaction },
  };
};
