import { linkedAmount, textIn, type UnclearAmount } from '../forms/linked-fields.js';
import type { AirdropDraft } from './airdrop-draft.js';

/** What a link fills into the form of an airdrop, and what it leaves to the reader. */
export interface LinkedAirdrop {
  readonly fields: Partial<AirdropDraft>;
  readonly unclear: readonly UnclearAmount[];
}

/**
 * Reads the fields that a link fills in, such as `/airdrops/new?title=…&for=everybody&amount=10&each=0.1&token=…`: `amount` is the
 * pool, `each` what a claim gets. A list of recipients is a file, which no link can name.
 *
 * @param search the query as the browser had it
 * @returns undefined where it names none
 */
export const linkedAirdropIn = (search: string): LinkedAirdrop | undefined => {
  const query = new URLSearchParams(search);
  const [title, description, category] = [textIn(query, 'title'), textIn(query, 'description'), textIn(query, 'token')];
  const audience = textIn(query, 'for');
  const [pool, each] = [linkedAmount(textIn(query, 'amount') ?? ''), linkedAmount(textIn(query, 'each') ?? '')];
  const fields: Partial<AirdropDraft> = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...((audience === 'everybody' || audience === 'list') && { audience }),
    ...(pool.amount !== '' && { amount: pool.amount }),
    ...(each.amount !== '' && { perClaim: each.amount }),
    ...(category !== undefined && { asset: 'FUNGIBLE_TOKEN', category: category.toLowerCase() }),
  };
  const unclear = [...pool.unclear, ...each.unclear];
  return Object.keys(fields).length + unclear.length === 0 ? undefined : { fields, unclear };
};
