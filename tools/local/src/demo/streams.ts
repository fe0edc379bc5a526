import type { Stream, StreamHandle, StreamTerms } from '@weir/client';
import { streamTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import {
  amountOf,
  balanceOf,
  chainTime,
  type Fixture,
  openWallet,
  passDays,
  showHash,
  tokensOf,
  until,
} from './fixture.js';

export const readStream = async ({ weir }: Fixture, id: string): Promise<Stream> =>
  (await weir.streams.at(id).get()).stream;

/** Creates a stream, as the sender's frontend would. */
const createStream = async (
  { weir, say }: Fixture,
  sender: Wallet,
  terms: StreamTerms,
): Promise<StreamHandle & { readonly record: Stream }> => {
  const stream = await weir.streams.create(terms, sender);
  const { record } = stream;
  say.step(
    `The sender creates ${record.stream_id}: ${amountOf(record.total_amount_base, record)}, ${record.stream_type}`,
  );
  say.fact('contract', record.contract_address);
  say.fact('status', record.status);
  return stream;
};

export const openStream = async (fixture: Fixture, sender: Wallet, terms: StreamTerms): Promise<StreamHandle> => {
  const { say } = fixture;
  const handle = await createStream(fixture, sender, terms);
  say.step('The sender signs the funding, which goes to the network');
  const { status, finality, stream } = await handle.fund(sender, { onProgress: showHash(fixture) });
  say.step('The API verifies it on the chain');
  say.fact('status', `${status} (${finality})`);
  say.fact('commitment', stream.nft_commitment ?? 'none');
  return handle;
};

/** Claims all that is due, as the recipient's frontend would. */
export const claimStream = async (fixture: Fixture, recipient: Wallet, handle: StreamHandle): Promise<Stream> => {
  const { say } = fixture;
  say.step('The recipient claims what is due');
  const { status, stream, claim } = await handle.claim(recipient, { onProgress: showHash(fixture) });
  say.fact('claimed', amountOf(claim?.amount_base ?? 0n, stream));
  say.fact(
    'withdrawn',
    `${amountOf(stream.withdrawn_amount_base, stream)} of ${amountOf(stream.total_amount_base, stream)}`,
  );
  say.fact('status', status);
  return stream;
};

/** Cancels, as the sender's frontend would. */
export const cancelStream = async (fixture: Fixture, sender: Wallet, handle: StreamHandle): Promise<void> => {
  const { say } = fixture;
  say.step('The sender cancels');
  const { status, stream } = await handle.cancel(sender, { onProgress: showHash(fixture) });
  say.fact('paid', `${amountOf(stream.withdrawn_amount_base, stream)}, the recipient's`);
  say.fact(
    'left',
    `${amountOf(stream.refund?.amountBase ?? 0n, stream)}, returns after ${stream.cancel_notice_blocks} blocks of notice`,
  );
  say.fact('status', status);
};

const DEMO_TOKEN = {
  name: 'Demo Dollar',
  symbol: 'DEMO',
  decimals: 2,
  description: 'Money of a demo.',
} as const;

/** Issues a token through the dev kit, which publishes its registry, and waits until the API knows its name. */
export const issueNamedToken = async (
  { weir, devKitUrl, say }: Fixture,
  address: string,
  amount: bigint,
): Promise<string> => {
  const minted = await fetch(`${devKitUrl}/dev/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount: amount.toString(), ...DEMO_TOKEN }),
  });
  if (!minted.ok) throw new Error(`The dev kit made no token: ${await minted.text()}`);
  const { category } = (await minted.json()) as { category: string };
  const token = await until('the name of the token', async () => {
    const { data } = await weir.api.GET('/api/tokens/{category}', { params: { path: { category } } });
    return data?.token ?? undefined;
  });
  say.fact('category', category);
  say.fact('called', `${token.name} (${token.symbol}), ${token.decimals} decimals`);
  say.fact('by its registry', token.verified ? 'published on the chain, hash checked' : 'not verified');
  if (!token.verified || token.symbol !== DEMO_TOKEN.symbol) throw new Error('The token should have its name');
  return category;
};

/** The largest supply a token can have. */
const TOTAL = 9_223_372_036_854_775_807n;

/**
 * A stream of a token that its sender merely holds, to a recipient who owns no BCH: the contract's reserve pays every
 * claim.
 */
export const tokenStream = async (fixture: Fixture): Promise<void> => {
  const { control, say } = fixture;
  say.chapter('A stream of tokens from a wallet that merely holds them, to one that owns no BCH at all');
  const sender = await openWallet(fixture, 'Holder', 1_000_000n);
  const recipient = await openWallet(fixture, 'Recipient', 0n);
  say.step('The holder has bought every unit of a token, without the right to mint it');
  const category = await issueNamedToken(fixture, sender.address, TOTAL);
  await control.mine();

  const startTime = await chainTime(fixture);
  const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category, totalAmount: TOTAL } as const;
  const stream = await openStream(fixture, sender, streamTerms(recipient.address, startTime, asset));
  const { token, total_amount_decimal: total } = await readStream(fixture, stream.id);
  say.fact('in words', `${total} ${token?.symbol}`);
  if (total !== '92233720368547758.07') throw new Error(`The total should be shown with two decimals, and is ${total}`);
  for (const days of [3, 4, 4]) {
    await passDays(fixture, days);
    await claimStream(fixture, recipient, stream);
  }

  const [held, left] = [
    await tokensOf(fixture, recipient.address, category),
    await tokensOf(fixture, sender.address, category),
  ];
  say.step('The recipient has every unit, and has paid no fee');
  say.fact('recipient', amountOf(held, { token_type: 'FUNGIBLE_TOKEN' }));
  // The note of the funding, 2,400 satoshis, and 1,000 with each of three payouts.
  if ((await balanceOf(fixture, recipient.address)) !== 5_400n)
    throw new Error('A recipient without BCH should not have paid for anything');
  if (held !== TOTAL || left !== 0n) throw new Error(`The recipient should have all units, and has ${held}`);
};
